import Coordination
import Domain
import Reasons
import Signals

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
