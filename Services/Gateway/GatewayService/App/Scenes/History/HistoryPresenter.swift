import Coordination
import Domain
import Signals

/// What happened, newest first: all, income or expense, searched, page by page, and as a line of the balance.
@MainActor final class HistoryPresenter: StatePresenter<HistoryState> {
    private static let page = 50

    /// A transaction was opened.
    var output: ((HistorySignal.Transaction) -> Void)?

    /// - Parameter account: The account it is about; nil for all.
    init(_ account: LedgerSignal.Account?, signals: any Transmitter, tools: SceneTools) {
        super.init(HistoryState(account: account), signals: signals, tools: tools)
    }

    override func open() {
        reload()
        run { [weak self] in
            // Without names there are ids, which is less but not nothing.
            guard let self, let accounts = try? await ask(LedgerSignal.Accounts()).accounts else { return }
            state.names = Dictionary(accounts.map { ($0.id, $0.name) }) { first, _ in first }
        }
        followMoney { [weak self] in self?.reload() }
    }

    override func goBack() -> Bool {
        guard state.search == nil else {
            state.search = nil
            return true
        }
        guard state.text.isEmpty else {
            state.text = ""
            reload(isNew: true)
            return true
        }
        return false
    }

    override func receive(_ input: SceneInput) {
        if state.search != nil { return search(input) }
        let count = state.rows.value?.transactions.count ?? 0
        switch input {
        case .step(let step): select(step.row(from: state.selected, count: count))
        case .choose(let row): select(row)
        case .enter:
            if let rows = state.rows.value?.transactions, rows.indices.contains(state.selected) {
                output?(rows[state.selected])
            }
        case .perform("all"): filter(.all)
        case .perform("income"): filter(.income)
        case .perform("expense"): filter(.expense)
        case .perform("search"): state.search = Form([FormField("text", HistoryTexts.search, text: state.text)])
        case .perform("chart"): toggleChart()
        case .perform("more"): loadMore()
        case .perform(.retry): reload()
        default: break
        }
    }

    private func select(_ row: Int) {
        guard let rows = state.rows.value else { return }
        state.selected = max(0, min(row, rows.transactions.count - 1))
        // The next page comes before the end of this one is reached.
        if state.selected >= rows.transactions.count - 10 { loadMore() }
    }

    private func filter(_ type: HistorySignal.TypeFilter) {
        guard state.type != type else { return }
        state.type = type
        reload(isNew: true)
    }

    private func search(_ input: SceneInput) {
        guard input == .enter else {
            _ = state.search?.receive(input)
            return
        }
        state.text = state.search?["text"] ?? ""
        state.search = nil
        reload(isNew: true)
    }

    /// - Parameter isNew: Whether something else is wanted than what is there.
    private func reload(isNew: Bool = false) {
        if isNew { (state.rows, state.selected) = (.loading, 0) }
        load(\.rows) { [weak self] in
            guard let self else { throw CancellationError() }
            // What was read page by page is read again as one, so that nobody is thrown back to the first; the next page may
            // have come meanwhile.
            var limit: Int
            var page: HistorySignal.TransactionPage
            repeat {
                limit = rowsToReload(isNew: isNew)
                page = try await ask(signal(cursor: nil, limit: limit))
            } while rowsToReload(isNew: isNew) > limit
            keepSelected(among: page.transactions)
            // What came and went is neither what moved between one's own accounts nor what was taken back.
            let totals =
                page.totals.isEmpty
                ? [] : try await ask(signal(cursor: nil, limit: 1, own: false, undone: false)).totals
            return HistoryState.Rows(transactions: page.transactions, nextCursor: page.nextCursor, totals: totals)
        }
        if state.line != nil { loadLine() }
    }

    private func rowsToReload(isNew: Bool) -> Int {
        isNew ? Self.page : min(1000, max(Self.page, state.rows.value?.transactions.count ?? 0))
    }

    /// What was chosen stays so when newer rows come above it; the first row is the newest, whichever that is.
    private func keepSelected(among rows: [HistorySignal.Transaction]) {
        guard state.selected > 0, let old = state.rows.value?.transactions, old.indices.contains(state.selected) else {
            return
        }
        let chosen = old[state.selected]
        let place = rows.firstIndex { $0.id == chosen.id && $0.account == chosen.account && $0.type == chosen.type }
        state.selected = place ?? max(0, min(state.selected, rows.count - 1))
    }

    private func signal(
        cursor: String?, limit: Int = page, own: Bool? = nil, undone: Bool? = nil
    ) -> HistorySignal.Transactions {
        HistorySignal.Transactions(
            account: state.account?.id, type: state.type, text: state.text.isEmpty ? nil : state.text,
            limit: limit, cursor: cursor, own: own, undone: undone)
    }

    private func loadMore() {
        guard let cursor = state.rows.value?.nextCursor, !state.isLoadingMore else { return }
        state.isLoadingMore = true
        run { [weak self] in
            guard let self else { return }
            defer { state.isLoadingMore = false }
            guard let page = try? await ask(signal(cursor: cursor)), case .content(var rows, _) = state.rows,
                rows.nextCursor == cursor
            else { return }
            rows.transactions += page.transactions
            rows.nextCursor = page.nextCursor
            state.rows = .content(rows, stale: nil)
        }
    }

    private func toggleChart() {
        guard state.account != nil else { return }
        guard state.line == nil else { return state.line = nil }
        loadLine()
    }

    private func loadLine() {
        guard let account = state.account else { return }
        if state.line == nil { state.line = .loading }
        run { [weak self] in
            guard let self else { return }
            do {
                let line = try await BalanceLine.load(of: account, until: tools.clock.now().dayInUTC) {
                    try await self.ask($0)
                }
                if state.line != nil { state.line = .content(line, stale: nil) }
            } catch {
                if state.line != nil { state.line = .failed(SceneFault(error)) }
            }
        }
    }
}
