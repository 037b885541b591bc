import Domain
import Signals

/// The state of the scene that records income or expenses.
struct RecordState: Sendable {
    enum Stage: Sendable {
        /// The user fills in the fields.
        case editing
        /// The user looks at the outcome and says yes or no.
        case confirming
        /// The request is under way.
        case sending
        /// The record is made.
        case done(LedgerSignal.TransferAnswer)
    }

    /// The direction of the money.
    enum Direction: Int, CaseIterable, Sendable {
        /// From outside into the account.
        case income
        /// From the account to outside.
        case expense
    }

    var accounts: Loadable<[LedgerSignal.Account]> = .loading
    var form = Form([])
    /// The amount in the form, if it is valid.
    var amount: Money?
    var stage = Stage.editing
    /// The question before the record is made.
    var question: Question?
    /// The reason for a failure.
    var fault: SceneFault?

    /// The selected account.
    var account: LedgerSignal.Account? {
        guard let all = accounts.value, all.indices.contains(form.choice("account")) else { return nil }
        return all[form.choice("account")]
    }

    /// The balance afterwards; nil when the form is incomplete or has another currency.
    var balanceThen: Money? {
        guard let account, let amount, amount.currency == account.currency else { return nil }
        let change = direction == .income ? amount.minorUnits : -amount.minorUnits
        let (sum, isTooMuch) = account.balance.minorUnits.addingReportingOverflow(change)
        return isTooMuch ? nil : Money(minorUnits: sum, currency: account.currency)
    }

    /// The amount missing for an expense; nil when there is enough.
    var shortage: Money? {
        guard direction == .expense, let account, let amount, balanceThen != nil,
            amount.minorUnits > account.available.minorUnits
        else { return nil }
        let missing = amount.minorUnits.subtractingReportingOverflow(account.available.minorUnits)
        return missing.overflow ? nil : Money(minorUnits: missing.partialValue, currency: amount.currency)
    }

    /// The direction selected in the form.
    var direction: Direction { Direction(rawValue: form.choice("direction")) ?? .income }
}
