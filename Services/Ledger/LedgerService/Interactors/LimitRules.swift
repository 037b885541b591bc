import Coordination
import Domain
import Signals

/// What its owner lets leave an account.
enum LimitRules {
    /// Holds an amount against the limits of the account that gives.
    ///
    /// - Throws: ``Fault`` `limitExceeded`, whose details say which limit, how much it is, what is left and, for a day's,
    ///   when it begins anew.
    static func check(_ amount: Money, from giver: Account, in books: any LedgerBooks) throws {
        func money(_ minorUnits: Int64) -> Money { Money(minorUnits: minorUnits, currency: amount.currency) }
        if let most = giver.limits.perTransfer, amount.minorUnits > most {
            throw Fault(
                .limitExceeded,
                "A transfer from this account may take at most \(money(most)).",
                field: "amount",
                details: [
                    "which": .text("perTransfer"), "limit": .text(money(most).decimalText),
                    "left": .text(money(most).decimalText),
                ])
        }
        if let most = giver.limits.daily {
            let spending = try books.spending(of: giver)
            let left = max(0, most - spending.amount)
            guard amount.minorUnits > left else { return }
            let resetsAt = spending.day.next(in: try books.orders.zone(of: giver.owner ?? ""))
            throw Fault(
                .limitExceeded,
                "\(money(left)) may still leave this account today, of "
                    + "\(money(most)) a day.",
                field: "amount",
                details: [
                    "which": .text("daily"), "limit": .text(money(most).decimalText),
                    "left": .text(money(left).decimalText), "resetsAt": .text("\(resetsAt)"),
                ])
        }
    }

    /// Whether an amount takes a code.
    static func takesCode(_ amount: Int64, from account: Account) -> Bool {
        account.limits.confirmAbove.map { amount > $0 } ?? false
    }

    /// The refusal of a request that must come with a code.
    static func codeMissing(_ what: String, _ amount: Money? = nil) -> Fault {
        var details: [String: FaultDetail] = [:]
        if let amount {
            details["amount"] = .text(amount.decimalText)
            details["currency"] = .text(amount.currency.code)
        }
        return Fault(
            .confirmationRequired,
            "This needs a code of your authenticator app: \(what). Send it again with the code.", field: "code",
            details: details)
    }
}
