import Coordination
import Domain
import Reasons
import Signals

/// The limits of subscriptions.
package enum SubscriptionLimits {
    package static let subscriptionsPerUser = 1_000
    package static let ownServicesPerUser = 1_000
    package static let buffersPerUser = 100
    package static let dismissalsPerUser = 10_000
    package static let pricesPerSubscription = 100
    package static let reminders = 10
    package static let longestReminder = 366
    package static let titleLength = 100
    package static let noteLength = 500
    package static let importedRows = 1_000
    package static let longestForecast = 366
    /// In minor units: 10 to the power of 15, as in the ledger.
    package static let largestAmount: Int64 = 1_000_000_000_000_000

    /// - Throws: ``Fault`` `invalidArgument` of `field`.
    static func check(_ text: String, field: String, limit: Int, mayBeEmpty: Bool = true) throws(Fault) {
        guard mayBeEmpty || !text.utf8.allSatisfy({ $0 == 0x20 }) else {
            throw .invalidArgument(field, .mustNotBeEmpty)
        }
        guard text.unicodeScalars.count <= limit else {
            throw .invalidArgument(field, .tooLongText, ["most": .number(limit)])
        }
        guard PlainText.isPlain(text) else { throw .invalidArgument(field, .hasControls) }
    }

    /// - Throws: ``Fault`` `invalidArgument` of `field`.
    static func check(_ amount: Money, field: String = "amount") throws(Fault) {
        guard amount.minorUnits > 0 else { throw .invalidArgument(field, .mustBeAbove, ["least": 0]) }
        guard amount.minorUnits <= largestAmount else {
            let largest = Money(minorUnits: largestAmount, currency: amount.currency)
            throw .invalidArgument(
                field, .largestPrice,
                ["amount": .text(largest.decimalText), "currency": .text(largest.currency.code)])
        }
    }

    /// Returns the reminders without duplicates, in descending order.
    /// - Throws: ``Fault`` `invalidArgument` of `remindDaysBefore`.
    static func reminders(_ days: [Int]) throws(Fault) -> [Int] {
        guard days.count <= reminders, days.allSatisfy({ (0...longestReminder).contains($0) }) else {
            throw .invalidArgument("remindDaysBefore", badReminders)
        }
        return Set(days).sorted(by: >)
    }

    /// The refusal of too many reminders, or of one too far ahead of its payment.
    static var badReminders: Refusal {
        Refusal(.badReminders, ["count": .number(reminders), "most": .number(longestReminder)])
    }

    /// - Throws: ``Fault`` `invalidArgument` of `limit`.
    static func page(_ limit: Int?) throws(Fault) -> Int {
        guard (1...1000).contains(limit ?? 50) else {
            throw .invalidArgument("limit", .mustBeBetween, ["least": 1, "most": 1000])
        }
        return limit ?? 50
    }

    /// Returns a colour in its normal form, `#rrggbb` in lowercase.
    /// - Throws: ``Fault`` `invalidArgument` of `field`.
    static func color(_ text: String, field: String) throws(Fault) -> String {
        let text = text.lowercased()
        guard text.utf8.count == 7, text.hasPrefix("#"),
            text.utf8.dropFirst().allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
        else { throw .invalidArgument(field, .notAColour) }
        return text
    }
}
