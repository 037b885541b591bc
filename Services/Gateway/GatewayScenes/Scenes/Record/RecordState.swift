import Domain
import Signals

/// What the scene has in which somebody writes down money that came in or went out.
struct RecordState: Sendable {
    /// How far it is.
    enum Stage: Sendable {
        /// Fields are filled in.
        case editing
        /// The person looks at it and says yes or no.
        case confirming
        /// It is on its way.
        case sending
        /// It stands in the books.
        case done(LedgerSignal.TransferAnswer)
    }

    /// Which way the money went.
    enum Direction: Int, CaseIterable, Sendable {
        /// Into the account, from outside.
        case income
        /// Out of it, to outside.
        case expense
    }

    var accounts: Loadable<[LedgerSignal.Account]> = .loading
    var form = Form([])
    /// How much the form says, as far as that makes sense.
    var amount: Money?
    var stage = Stage.editing
    /// What is asked before it is written down.
    var question: Question?
    /// Why it was not done.
    var fault: SceneFault?

    /// The account that is chosen.
    var account: LedgerSignal.Account? {
        guard let all = accounts.value, all.indices.contains(form.choice("account")) else { return nil }
        return all[form.choice("account")]
    }

    /// What the account would hold then; nil where the form does not say enough, or another currency.
    var balanceThen: Money? {
        guard let account, let amount, amount.currency == account.currency else { return nil }
        let change = direction == .income ? amount.minorUnits : -amount.minorUnits
        let (sum, isTooMuch) = account.balance.minorUnits.addingReportingOverflow(change)
        return isTooMuch ? nil : Money(minorUnits: sum, currency: account.currency)
    }

    /// How much is missing for what would go out; nil where there is enough.
    var shortage: Money? {
        guard direction == .expense, let account, let amount, balanceThen != nil,
            amount.minorUnits > account.available.minorUnits
        else { return nil }
        let missing = amount.minorUnits.subtractingReportingOverflow(account.available.minorUnits)
        return missing.overflow ? nil : Money(minorUnits: missing.partialValue, currency: amount.currency)
    }

    /// Which way the money went, as far as the form says.
    var direction: Direction { Direction(rawValue: form.choice("direction")) ?? .income }
}
