import Coordination
import Domain
import GatewaySession
import GatewayWords
import Signals

/// Shows transactions, newest first: filtered, searched, by day and month, and as a line of the balance.
@MainActor final class HistoryPresenter: StatePresenter<HistoryState> {
    private static let page = 50
    private static let most = 1000
    /// The distance to the end of the loaded rows at which the next page is requested.
    private static let ahead = 20

    /// Other sides without even an owner's name: their names are requested only once.
    private var nameless: Set<String> = []
    private var naming: Task<Void, Never>?
    /// The last search, with the ids of the accounts that it names.
    var search: (text: String, query: HistorySearch)?
    /// The search that was shown to be refused.
    var refused: String?

    /// Called with the opened transaction.
    var output: ((HistorySignal.Transaction) -> Void)?

    /// Creates the history.
    ///
    /// - Parameters:
    ///   - account: The account; nil for all.
    ///   - text: The search text; empty for all transactions.
    init(
        _ account: LedgerSignal.Account?, searching text: String = "", signals: any Transmitter, tools: SceneTools
    ) {
        super.init(HistoryState(account: account, text: text), signals: signals, tools: tools)
    }

    override func open() {
        reload()
        run { [weak self] in
            guard let self else { return }
            state.names = await accountNames()
            state.table = HistoryTable(state)
            nameParties()
        }
        followMoney { [weak self] in self?.reload() }
    }

    override func goBack() -> Bool {
        guard state.dialogue == nil else {
            state.dialogue = nil
            return true
        }
        guard pane == nil || pane == .main else { return false }
        guard state.text.isEmpty else {
            state.text = ""
            reload(isNew: true)
            return true
        }
        return false
    }

    override func receive(_ input: SceneInput) {
        if state.dialogue != nil { return fill(input) }
        if pane == HistoryView.alike, lookAlike(input) { return }
        switch input {
        case .step(.last): goTo(row: .max, until: { $0.nextCursor == nil })
        case .step(let step): select(step.row(from: state.selected, count: count))
        case .choose(let row): select(row)
        case .enter: if let chosen = state.chosen { output?(chosen) }
        case .perform("all"): filter(.all)
        case .perform("income"): filter(.income)
        case .perform("expense"): filter(.expense)
        case .perform("search"):
            state.dialogue = .search(Self.searchForm(state.text))
        case .perform("day"):
            state.dialogue = .day(
                Form([
                    FormField(
                        "day", HistoryTexts.day, .day(from: tools.clock.now().localDay), keysNote: BondsTexts.dayNote)
                ]))
        case .perform("earlier"): goToMonth(-1)
        case .perform("later"): goToMonth(1)
        case .perform("chart"): pane = pane == HistoryView.line ? nil : HistoryView.line
        case .perform(.retry): reload()
        default: break
        }
    }

    private var count: Int { state.rows.value?.transactions.count ?? 0 }

    private func select(_ row: Int) {
        state.selected = max(0, min(row, count - 1))
        loadAlike()
        // The next page is loaded before the selection reaches the end of this one.
        if state.selected >= count - Self.ahead { goTo(row: nil, until: { _ in true }) }
    }

    private func lookAlike(_ input: SceneInput) -> Bool {
        let count = state.alike.value?.newest.count ?? 0
        switch input {
        case .step(let step): state.selectedAlike = step.row(from: state.selectedAlike, count: count)
        case .choose(let row): state.selectedAlike = max(0, min(row, count - 1))
        case .enter: if let chosen = state.chosenAlike { output?(chosen) }
        default: return false
        }
        return true
    }

    /// Selects the neighbour of an opened transaction in its list and returns it; nil at the ends.
    func neighbour(_ step: Step) -> HistorySignal.Transaction? {
        func place() -> Int { pane == HistoryView.alike ? state.selectedAlike : state.selected }
        let before = place()
        receive(.step(step))
        guard place() != before else { return nil }
        return pane == HistoryView.alike ? state.chosenAlike : state.chosen
    }

    // MARK: Filters

    private func filter(_ type: HistorySignal.TypeFilter) {
        guard state.type != type else { return }
        state.type = type
        reload(isNew: true)
    }

    private func fill(_ input: SceneInput) {
        guard input == .enter, let dialogue = state.dialogue else {
            state.dialogue?.change { _ = $0.receive(input) }
            return
        }
        switch dialogue {
        case .search(let form):
            (state.text, state.dialogue, refused) = (form["text"], nil, nil)
            reload(isNew: true)
        case .day(let form):
            guard let day = TypedDay.day(form["day"], today: tools.clock.now().localDay) else {
                state.dialogue?.change { $0.setProblems(["day": BondsTexts.notADay]) }
                return
            }
            state.dialogue = nil
            goTo(day)
        }
    }

    // MARK: Moving

    /// Selects the newest row of a day, or of the nearest earlier one.
    private func goTo(_ day: CalendarDay) {
        goTo(
            row: .max, found: { rows in rows.firstIndex { $0.date.localDay <= day } },
            until: { rows in
                guard let last = rows.transactions.last, rows.nextCursor != nil else { return true }
                return last.date.localDay <= day
            })
    }

    /// Selects the first row of the month before or after that of the selected row.
    private func goToMonth(_ count: Int) {
        guard let chosen = state.chosen else { return }
        let (year, month, _) = chosen.date.localDay.components
        guard let first = CalendarDay(year: year, month: month, day: 1) else { return }
        if count < 0 { return goTo(first.adding(days: -1)) }
        let rows = state.rows.value?.transactions ?? []
        func monthOf(_ row: Int) -> Substring { rows[row].date.localDay.description.prefix(7) }
        guard let newer = (0..<state.selected).last(where: { monthOf($0) != monthOf(state.selected) }) else {
            return select(0)
        }
        select(rows.indices.first { monthOf($0) == monthOf(newer) } ?? newer)
    }

    /// Loads pages until the target is reached, then selects a row.
    private func goTo(
        row: Int?, found: (@MainActor ([HistorySignal.Transaction]) -> Int?)? = nil,
        until isEnough: @escaping @MainActor (HistoryState.Rows) -> Bool
    ) {
        let choose = { [weak self] in
            guard let self, let row else { return }
            let rows = state.rows.value?.transactions ?? []
            state.selected = found.map { $0(rows) ?? rows.count - 1 } ?? min(row, rows.count - 1)
            state.selected = max(0, state.selected)
            loadAlike()
        }
        guard let rows = state.rows.value, row == nil || !isEnough(rows) else { return choose() }
        guard rows.nextCursor != nil, !state.isLoadingMore else { return choose() }
        state.isLoadingMore = true
        run { [weak self] in
            guard let self else { return }
            defer {
                state.isLoadingMore = false
                state.table = HistoryTable(state)
                nameParties()
            }
            repeat {
                guard case .content(var rows, _) = state.rows, let cursor = rows.nextCursor,
                    let search = try? await searched(),
                    let page = try? await ask(
                        signal(search, cursor: cursor, limit: row == nil ? 4 * Self.page : Self.most)),
                    state.rows.value?.nextCursor == cursor
                else { return }
                rows.transactions += page.transactions
                rows.nextCursor = page.nextCursor
                state.rows = .content(rows, stale: nil)
            } while state.rows.value.map({ !isEnough($0) }) ?? false
            choose()
        }
    }

    // MARK: Reading

    /// Reloads the rows.
    ///
    /// - Parameter isNew: True for another request than the present rows answer.
    private func reload(isNew: Bool = false) {
        if isNew { (state.rows, state.selected, state.table) = (.loading, 0, nil) }
        load(\.rows) { [weak self] in
            guard let self else { throw CancellationError() }
            let search = try await searched()
            // Reloads all pages, so that the selection keeps its place; another page may arrive meanwhile.
            var rows = HistoryState.Rows(transactions: [], nextCursor: nil, totals: [])
            repeat {
                let wanted = isNew ? Self.page : max(Self.page, count)
                let limit = min(Self.most, max(Self.page, wanted - rows.transactions.count))
                let page = try await showingRefusal {
                    try await ask(signal(search, cursor: rows.nextCursor, limit: limit))
                }
                rows.transactions += page.transactions
                (rows.nextCursor, rows.sums) = (page.nextCursor, page.totals)
            } while rows.nextCursor != nil && rows.transactions.count < (isNew ? 0 : count)
            // Own transfers and reversed transactions are neither income nor expense.
            rows.totals =
                rows.sums.isEmpty
                ? [] : try await ask(signal(search, cursor: nil, limit: 1, isWhole: false)).totals
            keepSelected(among: rows.transactions)
            state.rows = .content(rows, stale: nil)
            state.table = HistoryTable(state)
            nameParties()
            loadAlike()
            return rows
        }
        loadMonths()
        loadLine()
    }

    /// Loads the owners' names of the other sides, once own accounts and payees have their names.
    private func nameParties() {
        guard !state.names.isEmpty else { return }
        let all = (state.rows.value?.transactions ?? []).filter { row in
            row.otherSide.map { state.names[$0] == nil && !nameless.contains($0) } ?? false
        }
        guard !all.isEmpty else { return }
        naming?.cancel()
        naming = run { [weak self] in
            guard let self, let parties = await partyNames(of: all, beside: state.names), !Task.isCancelled else {
                return
            }
            nameless.formUnion(all.compactMap(\.otherSide).filter { parties[$0] == nil })
            guard !parties.isEmpty else { return }
            state.names.merge(parties) { own, _ in own }
            state.table = HistoryTable(state)
        }
    }

    /// Keeps the selected transaction when newer rows appear above it; a selected first row stays on the newest.
    private func keepSelected(among rows: [HistorySignal.Transaction]) {
        guard state.selected > 0, let chosen = state.chosen else { return }
        let place = rows.firstIndex { $0.id == chosen.id && $0.account == chosen.account && $0.type == chosen.type }
        state.selected = place ?? max(0, min(state.selected, rows.count - 1))
    }

    /// - Parameter isWhole: True to include own transfers and reversed transactions.
    private func signal(
        _ search: HistorySearch, cursor: String?, limit: Int, isWhole: Bool = true
    ) -> HistorySignal.Transactions {
        HistorySignal.Transactions(
            account: state.account?.id, type: state.type, limit: limit, cursor: cursor,
            own: isWhole ? nil : search.own, undone: isWhole ? nil : search.undone, query: search.query)
    }

    private func loadMonths() {
        let (account, type) = (state.account?.id, state.type)
        load(\.months) { [weak self] in
            guard let self else { throw CancellationError() }
            let found = try await HistoryMonths.load(of: account, type, try await searched()) { try await self.ask($0) }
            state.counts = found.counts
            state.months = .content(found.sums, stale: nil)
            if state.rows.value != nil { state.table = HistoryTable(state) }
            return found.sums
        }
    }

    private func loadAlike() {
        let likeness = state.chosen.flatMap { AlikeTransactions.Likeness(of: $0, in: state.account?.id) }
        guard state.likeness != likeness else { return }
        (state.likeness, state.alike, state.selectedAlike) = (likeness, .loading, 0)
        guard let likeness else { return }
        load(\.alike) { [weak self] in
            guard let self else { throw CancellationError() }
            return try await findAlike(likeness)
        }
    }

    private func loadLine() {
        guard let account = state.account else { return }
        load(\.line) { [weak self] in
            guard let self else { throw CancellationError() }
            return try await BalanceLine.load(of: account, until: tools.clock.now().localDay) {
                try await self.ask($0)
            }
        }
    }
}
