import Coordination
import Domain
import Reasons
import Signals

/// By what right money leaves an account, which decides what it is held against beside the rules of all transfers.
enum Allowance {
    /// The owner asks: limits hold, and what is above `confirmAbove` needs a code.
    case request
    /// The owner has confirmed this very order by a code.
    case confirmed
    /// The owner set it up before, with a code where one was needed.
    case schedule(id: String, occurrence: Int)
    /// The owner lets a service do it, up to an amount.
    case mandate(Mandate)

    /// Holds an amount against what the owner has set: the limits of the account, then the mandate.
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

    /// Sees whether an amount needs a code; asked last, so that a code is wanted only for what would be done.
    /// - Throws: ``Fault`` `confirmationRequired`.
    func confirm(_ amount: Money, from payer: Account, to payee: Account) throws(Fault) {
        guard case .request = self, LimitRules.takesCode(amount.minorUnits, from: payer) else { return }
        throw Fault(
            .confirmationRequired, .codeNeededAlone,
            [
                "to": .text(payee.id), "amount": .text(amount.decimalText), "currency": .text(amount.currency.code),
            ], field: "amount")
    }

    /// What a record says of it.
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
