import Domain
import Signals

/// What the scene that closes an account has.
struct AccountClosingState: Sendable {
    /// How far it is.
    enum Stage: Sendable {
        /// It is being looked at what is left in it.
        case looking
        /// Where what is left goes is chosen.
        case choosing
        /// The person says yes or no.
        case confirming
        /// It is on its way.
        case sending
        /// It was not done, for this reason.
        case refused(SceneFault)
    }

    /// The account, as it is known.
    var account: LedgerSignal.Account
    /// Those that what is left can go to.
    var others: Loadable<[LedgerSignal.Account]> = .loading
    /// Where it is chosen.
    var form = Form([])
    var stage = Stage.looking
    /// What is asked before it is closed.
    var question: Question

    init(account: LedgerSignal.Account) {
        self.account = account
        question = AccountClosingTexts.question(account.name)
    }

    /// Whether anything is left in it.
    var isEmpty: Bool { account.balance.minorUnits == 0 }

    /// Where what is left goes; nil when nothing is left.
    var receiver: LedgerSignal.Account? {
        let choice = form.choice("to")
        guard !isEmpty, let others = others.value, others.indices.contains(choice) else { return nil }
        return others[choice]
    }
}
