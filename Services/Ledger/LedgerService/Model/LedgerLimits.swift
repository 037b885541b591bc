import Coordination
import Domain
import Reasons

/// How much of anything there may be.
package enum LedgerLimits {
    /// Transfers in one list.
    package static let transfersPerList = 8_192
    /// Transfers in one question for their other sides.
    package static let transfersPerLookUp = 200
    /// Accounts of one user.
    package static let accountsPerUser = 1_000
    /// Minor units of one transfer: 10 to the power of 15.
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
    /// Mandates of one user that count.
    package static let mandatesPerUser = 100
    /// Schedules of one user that go on.
    package static let schedulesPerUser = 100
    /// Times that a scheduled transfer is made.
    package static let timesPerSchedule = 10_000
    /// Mandates and schedules that are over, in a list.
    package static let pastPerList = 100
    /// Bytes of a one-time code, or of a proof in its place.
    package static let codeLength = 128
    /// Days that a rate may be old at most.
    package static let rateAgeDays = 3_650

    /// Checks a text that people write.
    ///
    /// - Parameter limit: How many Unicode scalars it may have.
    /// - Throws: ``Fault`` `invalidArgument` of `field`.
    static func check(_ text: String, field: @autoclosure () -> String, limit: Int) throws(Fault) {
        // Never more scalars than bytes, so that most texts are not walked through.
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
