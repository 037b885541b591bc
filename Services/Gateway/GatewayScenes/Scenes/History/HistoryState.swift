import Domain
import Signals

/// The state of the history scene.
struct HistoryState: Sendable {
    /// The loaded rows and the cursor of the next page.
    struct Rows: Sendable {
        var transactions: [HistorySignal.Transaction]
        var nextCursor: String?
        /// The income and expenses of all matches, without own transfers and reversed transactions.
        var totals: [HistorySignal.Total]
        /// The sums of all matches.
        var sums: [HistorySignal.Total] = []
    }

    /// A field above the list.
    enum Dialogue: Sendable {
        /// The search text.
        case search(Form)
        /// The day to move to.
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

    /// The account; nil for all.
    let account: LedgerSignal.Account?
    /// The names of the accounts.
    var names: [String: String] = [:]
    var type = HistorySignal.TypeFilter.all
    /// The search text; empty for all transactions.
    var text = ""
    var dialogue: Dialogue?
    var rows: Loadable<Rows> = .loading
    /// The rows as shown, computed once per load.
    var table: HistoryTable?
    /// The income and expenses of each month, `2026-11`, for all matches.
    var months: Loadable<[String: [HistorySignal.Total]]> = .loading
    /// The number of transactions of each kind.
    var counts: [HistorySignal.TypeFilter: Int] = [:]
    var selected = 0
    var isLoadingMore = false
    /// The transactions similar to the selected one.
    var alike: Loadable<AlikeTransactions> = .loading
    /// The similarity; nil for none.
    var likeness: AlikeTransactions.Likeness?
    var selectedAlike = 0
    /// The balance at the end of each day.
    var line: Loadable<BalanceLine> = .loading

    init(account: LedgerSignal.Account?, text: String = "") { (self.account, self.text) = (account, text) }

    /// The selected transaction.
    var chosen: HistorySignal.Transaction? {
        guard let all = rows.value?.transactions, all.indices.contains(selected) else { return nil }
        return all[selected]
    }

    /// The selected one among the similar transactions.
    var chosenAlike: HistorySignal.Transaction? {
        guard let all = alike.value?.newest, all.indices.contains(selectedAlike) else { return nil }
        return all[selectedAlike]
    }

    /// The total number of rows.
    var count: ListBlock.Count {
        guard let rows = rows.value else { return .uncounted }
        if rows.nextCursor == nil { return .exactly(rows.transactions.count) }
        return counts[type].map { .exactly(max($0, rows.transactions.count)) } ?? .atLeast(rows.transactions.count)
    }
}
