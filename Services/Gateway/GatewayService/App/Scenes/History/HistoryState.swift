import Domain
import Signals

/// What the scene of history has.
struct HistoryState: Sendable {
    /// Rows so far, and where they go on.
    struct Rows: Sendable {
        var transactions: [HistorySignal.Transaction]
        var nextCursor: String?
        var totals: [HistorySignal.Total]
    }

    /// The account it is about; nil for all.
    let account: LedgerSignal.Account?
    /// What the accounts are called.
    var names: [String: String] = [:]
    var type = HistorySignal.TypeFilter.all
    /// What is searched for; empty for everything.
    var text = ""
    /// The field of the search, while it is open.
    var search: Form?
    var rows: Loadable<Rows> = .loading
    var selected = 0
    var isLoadingMore = false
    /// The line of the balance, while it is wanted.
    var line: Loadable<BalanceLine>?
}
