import Domain
import Signals

/// The state of closing an account.
struct AccountClosingState: Sendable {
    enum Stage: Sendable {
        /// The balance is being loaded.
        case looking
        /// The user selects the account that receives the balance.
        case choosing
        /// The user says yes or no.
        case confirming
        /// The request is under way.
        case sending
        /// The account was not closed, for this reason.
        case refused(SceneFault)
    }

    /// The account, as last loaded.
    var account: LedgerSignal.Account
    /// The accounts that can receive the balance.
    var others: Loadable<[LedgerSignal.Account]> = .loading
    /// The form that selects the receiving account.
    var form = Form([])
    var stage = Stage.looking
    /// The question before the closing.
    var question: Question

    init(account: LedgerSignal.Account) {
        self.account = account
        question = AccountClosingTexts.question(account.name)
    }

    /// True when the balance is zero.
    var isEmpty: Bool { account.balance.minorUnits == 0 }

    /// The account that receives the balance; nil for a balance of zero.
    var receiver: LedgerSignal.Account? {
        let choice = form.choice("to")
        guard !isEmpty, let others = others.value, others.indices.contains(choice) else { return nil }
        return others[choice]
    }
}
