import Coordination
import GatewayWords
import Signals

/// The state of the dashboard of patterns.
struct DashboardState: Sendable {
    /// The filter of the list.
    struct Filter: Hashable, Sendable {
        static let minimums = [1, 3, 5, 10, 20, 50]
        static let deviations = [-1.0, 0, 0.05, 0.1, 0.2]

        var type = PatternsSignal.TypeFilter.all
        var minMatches = 5
        /// The minimum advantage over the average; -1 includes patterns below it.
        var deviation = 0.0
        var sortBy = PatternsSignal.SortKey.probability
        var isAscending = false
    }

    var filter = Filter()
    var stats: Loadable<PatternsSignal.DashboardStats> = .loading
    var list: Loadable<PatternsSignal.PatternList> = .loading
    var selected = 0
    /// The id of the pattern in ``shown``; empty for none.
    var shownID = ""
    /// The selected pattern in full.
    var shown: Loadable<PatternsSignal.ShownPattern> = .loading
    /// The progress of a search in all securities; nil without one.
    var refresh: (share: Double, text: Text)?
    var refreshFault: SceneFault?

    /// The pattern that keys act on.
    var chosen: PatternsSignal.Pattern? {
        guard let patterns = list.value?.patterns, patterns.indices.contains(selected) else { return nil }
        return patterns[selected]
    }
}

/// Shows all patterns that end now: totals, filters, sorting, and a new search.
@MainActor final class DashboardPresenter: StatePresenter<DashboardState> {
    private var refreshing: Task<Void, Never>?
    /// Called with the opened pattern.
    var output: ((PatternsSignal.Pattern) -> Void)?

    init(signals: any Transmitter, tools: SceneTools) { super.init(DashboardState(), signals: signals, tools: tools) }

    override func open() {
        reload()
        follow("patterns") { [weak self] in self?.reload() }
    }

    override func receive(_ input: SceneInput) {
        let count = state.list.value?.patterns.count ?? 0
        switch input {
        case .step(let step): choose(step.row(from: state.selected, count: count))
        case .choose(let row): choose(max(0, min(row, count - 1)))
        case .enter: if let chosen = state.chosen { output?(chosen) }
        case .perform("kind"): change { $0.type = next($0.type, of: PatternsSignal.TypeFilter.allCases) }
        case .perform("minimum"): change { $0.minMatches = next($0.minMatches, of: DashboardState.Filter.minimums) }
        case .perform("deviation"): change { $0.deviation = next($0.deviation, of: DashboardState.Filter.deviations) }
        case .perform("sort"): change { $0.sortBy = next($0.sortBy, of: PatternsSignal.SortKey.allCases) }
        case .perform("order"): change { $0.isAscending.toggle() }
        case .perform("refresh"): refresh()
        case .perform("stop"): refreshing?.cancel()
        case .perform(.retry): reload()
        case .perform(let name):
            if let type = PatternsSignal.TypeFilter.allCases.first(where: { Self.action($0) == name }) {
                change { $0.type = type }
            }
        default: break
        }
    }

    /// The action that shows the patterns of a type.
    nonisolated static func action(_ type: PatternsSignal.TypeFilter) -> ActionName {
        ActionName("type-\(type.rawValue)")
    }

    private func choose(_ row: Int) {
        state.selected = row
        loadShown()
    }

    private func next<Value: Equatable>(_ value: Value, of all: [Value]) -> Value {
        let index = all.firstIndex(of: value) ?? 0
        return all[(index + 1) % all.count]
    }

    private func change(_ body: (inout DashboardState.Filter) -> Void) {
        body(&state.filter)
        (state.list, state.selected) = (.loading, 0)
        loadList()
    }

    private func reload() {
        load(\.stats) { [weak self] in
            guard let self else { throw CancellationError() }
            return try await ask(PatternsSignal.Stats())
        }
        loadList()
    }

    private func loadList() {
        load(\.list) { [weak self] in
            guard let self else { throw CancellationError() }
            let filter = state.filter
            let list = try await ask(
                PatternsSignal.List(
                    type: filter.type, minMatches: filter.minMatches, deviationFromAvg: filter.deviation,
                    sortBy: filter.sortBy, ascending: filter.isAscending, limit: 200))
            state.list = .content(list, stale: nil)
            loadShown()
            return list
        }
    }

    /// Loads the selected pattern in full once the selection rests.
    private func loadShown() {
        guard let id = state.chosen?.id else { return state.shownID = "" }
        let isOther = id != state.shownID
        if isOther { (state.shownID, state.shown) = (id, .loading) }
        load(\.shown) { [weak self, pause = tools.typingPause] in
            if isOther { try await Task.sleep(for: pause) }
            guard let self else { throw CancellationError() }
            return try await AppWork.$isItsOwn.withValue(true) { try await self.ask(PatternsSignal.Show(id: id)) }
        }
    }

    private func refresh() {
        guard state.refresh == nil else { return }
        (state.refresh, state.refreshFault) = ((0, .blank), nil)
        let progress = ProgressReporter { [weak self] share, words, explanation in
            let text = ReasonText.of(explanation, else: words)
            Task { @MainActor in if self?.state.refresh != nil { self?.state.refresh = (share, text) } }
        }
        refreshing = run { [weak self] in
            guard let self else { return }
            do {
                _ = try await ask(
                    PatternsSignal.Refresh(), progress: progress, within: .seconds(600))
            } catch is CancellationError {
                // The user cancelled the search.
            } catch {
                state.refreshFault = SceneFault(error)
            }
            state.refresh = nil
            reload()
        }
    }
}
