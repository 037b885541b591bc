import Coordination
import Domain
import Reasons
import Signals

/// Rules for the limits of an account. They count for every payee: an exception for own accounts could be used to get
/// round them.
enum LimitRules {
    /// Checks an amount against the limits of the payer.
    ///
    /// - Throws: ``Fault`` `limitExceeded` with the name of the limit, its amount and the rest; for a limit by day also
    ///   when it is counted anew.
    static func check(
        _ amount: Money, from payer: Account, in transaction: any LedgerTransaction, field: String = "amount"
    ) throws {
        func money(_ minorUnits: Int64) -> Money { Money(minorUnits: minorUnits, currency: amount.currency) }
        if let most = payer.limits.perTransfer, amount.minorUnits > most {
            throw Fault(
                .limitExceeded, .overPerTransfer,
                [
                    "which": "perTransfer", "limit": .text(money(most).decimalText),
                    "left": .text(money(most).decimalText), "currency": .text(amount.currency.code),
                ], field: field)
        }
        if let most = payer.limits.daily {
            let spending = try transaction.spending(of: payer)
            let left = max(0, most - spending.amount)
            guard amount.minorUnits > left else { return }
            let resetsAt = spending.day.next(in: try transaction.zone(of: payer.owner ?? ""))
            throw Fault(
                .limitExceeded, .overDaily,
                [
                    "which": "daily", "limit": .text(money(most).decimalText),
                    "left": .text(money(left).decimalText), "currency": .text(amount.currency.code),
                    "resetsAt": .text("\(resetsAt)"),
                ], field: field)
        }
    }

    /// True when an amount needs a code.
    static func takesCode(_ amount: Int64, from account: Account) -> Bool {
        account.limits.confirmAbove.map { amount > $0 } ?? false
    }

    /// True when an account of the user has limits. A closed one counts too: closing it must not remove the protection.
    static func protects(_ user: String, in transaction: any LedgerTransaction) -> Bool {
        transaction.accounts(of: user).contains { $0.limits != .none }
    }

    /// Checks that a request outside all limits, which could be used to get round them, comes with a proof.
    ///
    /// - Parameter purpose: The purpose of the request, with the details of its phrase.
    /// - Throws: ``Fault`` `confirmationRequired`.
    static func require(_ proof: Proof, _ purpose: Reason, _ details: [String: ReasonDetail]) throws(Fault) {
        if proof < .person { throw codeMissing(purpose, details.merging(["signIn": true]) { $1 }) }
    }

    /// Checks that an amount which needs a code comes with one.
    /// - Throws: ``Fault`` `confirmationRequired`.
    static func require(
        _ proof: Proof, for amount: Money, from account: Account, _ purpose: Reason,
        _ details: [String: ReasonDetail] = [:]
    ) throws(Fault) {
        guard proof < .code, takesCode(amount.minorUnits, from: account) else { return }
        throw codeMissing(purpose, details, amount)
    }

    /// The refusal of a request that must come with a code.
    static func codeMissing(_ purpose: Reason, _ details: [String: ReasonDetail], _ amount: Money) -> Fault {
        let money: [String: ReasonDetail] = [
            "amount": .text(amount.decimalText), "currency": .text(amount.currency.code),
        ]
        return codeMissing(purpose, details.merging(money) { $1 })
    }

    /// The refusal of a request that must come with a code.
    ///
    /// - Parameter details: With `signIn` if less than a code is enough for a user without codes.
    static func codeMissing(_ purpose: Reason, _ details: [String: ReasonDetail]) -> Fault {
        Fault(.confirmationRequired, .codeNeededFor, details, cause: purpose, field: "code")
    }
}

/// The authority by which money leaves an account. It decides which checks apply besides the rules of all transfers.
enum Allowance {
    /// A request of the owner: limits apply, and an amount above `confirmAbove` needs a code.
    case request
    /// An order that the owner confirmed by a code.
    case confirmed
    /// A schedule of the owner, set up with a code where one was needed.
    case schedule(id: String, occurrence: Int)
    /// A mandate of the owner for a service.
    case mandate(Mandate)

    /// Checks an amount against the limits of the account, then against the mandate.
    /// - Throws: ``Fault`` `limitExceeded`.
    func check(_ amount: Money, from payer: Account, in transaction: any LedgerTransaction) throws {
        try LimitRules.check(amount, from: payer, in: transaction)
        guard case .mandate(let mandate) = self else { return }
        let (now, zone) = (transaction.now, try transaction.zone(of: mandate.owner))
        let left = mandate.left(at: now, in: zone)
        guard amount.minorUnits > left else { return }
        let resetsAt = mandate.counted.current(at: now, in: zone).next(in: zone)
        let leftMoney = Money(minorUnits: left, currency: amount.currency)
        throw Fault(
            .limitExceeded, .overMandate,
            [
                "which": "mandate", "limit": .text(mandate.amount.decimalText),
                "left": .text(leftMoney.decimalText), "currency": .text(amount.currency.code),
                "service": .text(mandate.service), "period": .text(mandate.period.rawValue),
                "resetsAt": .text("\(resetsAt)"),
            ], field: "amount")
    }

    /// Checks whether an amount needs a code. Called last, so that a code is asked for only when the order would
    /// succeed.
    /// - Throws: ``Fault`` `confirmationRequired`.
    func confirm(_ amount: Money, from payer: Account, to payee: Account) throws(Fault) {
        guard case .request = self, LimitRules.takesCode(amount.minorUnits, from: payer) else { return }
        throw Fault(
            .confirmationRequired, .codeNeededAlone,
            [
                "to": .text(payee.id), "amount": .text(amount.decimalText), "currency": .text(amount.currency.code),
            ], field: "amount")
    }

    /// Notes the authority in the details of a record.
    func note(in details: inout RecordDetails?) {
        switch self {
        case .request, .confirmed: return
        case .schedule(let id, let occurrence):
            details = details ?? RecordDetails()
            details?.schedule = id
            details?.occurrence = occurrence
        case .mandate(let mandate):
            details = details ?? RecordDetails()
            details?.mandate = mandate.id
        }
    }
}
