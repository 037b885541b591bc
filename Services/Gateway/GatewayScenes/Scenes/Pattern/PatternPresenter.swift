import Coordination
import Signals

/// The state of the pattern scene.
struct PatternState: Sendable {
    var shown: Loadable<PatternsSignal.ShownPattern> = .loading
    var selected = 0
}

/// Shows a pattern with its matches and what followed them.
@MainActor final class PatternPresenter: StatePresenter<PatternState> {
    private let id: String
    /// Called with the opened match.
    var output: ((MatchPair) -> Void)?

    init(_ id: String, signals: any Transmitter, tools: SceneTools) {
        self.id = id
        super.init(PatternState(), signals: signals, tools: tools)
    }

    override func open() {
        reload()
        follow("patterns") { [weak self] in self?.reload() }
    }

    override func receive(_ input: SceneInput) {
        let matches = state.shown.value?.matches ?? []
        switch input {
        case .step(let step): state.selected = step.row(from: state.selected, count: matches.count)
        case .choose(let row): state.selected = max(0, min(row, matches.count - 1))
        case .enter:
            guard let pattern = state.shown.value?.pattern, matches.indices.contains(state.selected) else { return }
            output?(
                MatchPair(
                    segment: ScannerSignal.Segment(
                        ticker: pattern.ticker, from: pattern.periodStart, to: pattern.periodEnd),
                    match: matches[state.selected], timeframe: nil, kind: pattern.type))
        case .perform(.retry): reload()
        default: break
        }
    }

    private func reload() {
        load(\.shown) { [weak self] in
            guard let self else { throw CancellationError() }
            return try await ask(PatternsSignal.Show(id: id))
        }
    }
}
