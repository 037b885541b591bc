import GatewayWords
import Signals

extension ReferenceCandidate {
    /// A candidate for an account, titled with its name.
    package init(_ account: LedgerSignal.Account) {
        self.init(
            id: account.id, titles: [account.name], meaning: ValueText.money(account.balance),
            isOver: account.status == .closed)
    }
}
