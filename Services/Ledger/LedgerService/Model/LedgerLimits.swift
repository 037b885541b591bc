import Coordination
import Domain
import Reasons

/// The limits on counts, lengths and amounts.
package enum LedgerLimits {
    /// Transfers in one list.
    package static let transfersPerList = 8_192
    /// Transfers in one request for their other sides.
    package static let transfersPerLookUp = 200
    /// Accounts of one user.
    package static let accountsPerUser = 1_000
    /// The largest amount of a transfer: 10 to the power of 15 minor units.
    package static let largestAmount: Int64 = 1_000_000_000_000_000
    /// Characters of a description.
    package static let descriptionLength = 500
    /// Characters of a category or a name.
    package static let nameLength = 100
    /// Exchange rates of one user.
    package static let ratesPerUser = 1_000
    /// Templates of one user.
    package static let templatesPerUser = 100
    /// Payees of one user.
    package static let payeesPerUser = 500
    /// Live mandates of one user.
    package static let mandatesPerUser = 100
    /// Active schedules of one user.
    package static let schedulesPerUser = 100
    /// Occurrences of a schedule.
    package static let timesPerSchedule = 10_000
    /// Ended mandates or schedules in a list.
    package static let pastPerList = 100
    /// Bytes of a one-time code, or of a proof in its place.
    package static let codeLength = 128
    /// The largest age of a rate in days.
    package static let rateAgeDays = 3_650

    /// Checks the length of a text.
    ///
    /// - Parameter limit: The most Unicode scalars.
    /// - Throws: ``Fault`` `invalidArgument` of `field`.
    static func check(_ text: String, field: @autoclosure () -> String, limit: Int) throws(Fault) {
        // A text has at most as many scalars as bytes, so most texts need no count of scalars.
        if text.utf8.count > limit, text.unicodeScalars.count > limit {
            throw Fault.invalidArgument(field(), .tooLongText, ["most": .number(limit)])
        }
        guard PlainText.isPlain(text) else {
            throw Fault.invalidArgument(field(), .hasControls)
        }
    }

    /// Checks the amount of a transfer.
    /// - Throws: ``Fault`` `invalidArgument` of `amount`.
    static func check(_ amount: Money) throws(Fault) {
        guard amount.minorUnits > 0 else { throw Fault.invalidArgument("amount", .mustBeAbove, ["least": 0]) }
        guard amount.minorUnits <= largestAmount else {
            let largest = Money(minorUnits: largestAmount, currency: amount.currency)
            throw Fault.invalidArgument("amount", .mustBeAtMost, ["most": .text("\(largest)")])
        }
    }
}
