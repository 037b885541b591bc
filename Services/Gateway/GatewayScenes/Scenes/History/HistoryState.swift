import Domain
import Signals

/// What the scene of history has.
struct HistoryState: Sendable {
    /// Rows so far, and where they go on.
    struct Rows: Sendable {
        var transactions: [HistorySignal.Transaction]
        var nextCursor: String?
        /// What came and went of all that is found, without moves between one's own accounts and what was taken back.
        var totals: [HistorySignal.Total]
        /// What all that is found sums up to.
        var sums: [HistorySignal.Total] = []
    }

    /// A field over the list.
    enum Dialogue: Sendable {
        /// What to search for.
        case search(Form)
        /// Which day to go to.
        case day(Form)

        var form: Form {
            switch self {
            case .search(let form), .day(let form): form
            }
        }

        mutating func change(_ body: (inout Form) -> Void) {
            var form = form
            body(&form)
            switch self {
            case .search: self = .search(form)
            case .day: self = .day(form)
            }
        }
    }

    /// The account it is about; nil for all.
    let account: LedgerSignal.Account?
    /// What the accounts are called.
    var names: [String: String] = [:]
    var type = HistorySignal.TypeFilter.all
    /// What is searched for; empty for everything.
    var text = ""
    var dialogue: Dialogue?
    var rows: Loadable<Rows> = .loading
    /// The rows as they are shown, made once for what was read.
    var table: HistoryTable?
    /// What came and went in each month, `2026-11`, of all that is found.
    var months: Loadable<[String: [HistorySignal.Total]]> = .loading
    /// How many transactions there are of each kind.
    var counts: [HistorySignal.TypeFilter: Int] = [:]
    var selected = 0
    var isLoadingMore = false
    /// What is like the chosen one.
    var alike: Loadable<AlikeTransactions> = .loading
    /// What makes it so; nil where nothing does.
    var likeness: AlikeTransactions.Likeness?
    var selectedAlike = 0
    /// The balance at the end of each day.
    var line: Loadable<BalanceLine> = .loading

    init(account: LedgerSignal.Account?, text: String = "") { (self.account, self.text) = (account, text) }

    /// The chosen one.
    var chosen: HistorySignal.Transaction? {
        guard let all = rows.value?.transactions, all.indices.contains(selected) else { return nil }
        return all[selected]
    }

    /// The one that is chosen among those like it.
    var chosenAlike: HistorySignal.Transaction? {
        guard let all = alike.value?.newest, all.indices.contains(selectedAlike) else { return nil }
        return all[selectedAlike]
    }

    /// How many there are in all.
    var count: ListBlock.Count {
        guard let rows = rows.value else { return .uncounted }
        if rows.nextCursor == nil { return .exactly(rows.transactions.count) }
        return counts[type].map { .exactly(max($0, rows.transactions.count)) } ?? .atLeast(rows.transactions.count)
    }
}
