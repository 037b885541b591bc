import Coordination
import Signals

/// A scan of one's own: a security, a segment whose ends are moved, parameters, targets; run, broken off, looked through.
@MainActor final class ScannerPresenter: StatePresenter<ScannerState> {
    private static let usualLength = 20
    private static let leastLength = 2

    private let wanted: String?
    private var scan: Task<Void, Never>?
    /// A match was opened.
    var output: ((MatchPair) -> Void)?

    /// - Parameter ticker: The security to begin with; nil to choose one.
    init(_ ticker: String?, signals: any Transmitter, tools: SceneTools) {
        wanted = ticker
        super.init(ScannerState(), signals: signals, tools: tools)
    }

    override func open() {
        loadSecurities()
        follow("scanner") { [weak self] in self?.loadSecurities() }
    }

    override func goBack() -> Bool {
        switch state.stage {
        case .choosing: return false
        case .segment:
            // A search that runs is stopped first, and the chart stays.
            guard state.progress == nil else {
                stop()
                return true
            }
            guard wanted == nil else { return false }
            state.stage = .choosing
        case .parameters: state.stage = .segment
        case .targets: takeTargets()
        case .results: state.stage = .segment
        }
        return true
    }

    /// The pane with the results is the stage of looking through them.
    override func show(_ pane: PaneName) {
        guard state.stage == .segment || state.stage == .results else { return }
        state.stage = pane == ScannerView.results && state.results != nil ? .results : .segment
    }

    override func receive(_ input: SceneInput) {
        if input == .perform("stop") { return stop() }
        switch state.stage {
        case .choosing: choose(input)
        case .segment: move(input)
        case .parameters: fill(input)
        case .targets: chooseTargets(input)
        case .results: look(input)
        }
    }

    // MARK: The security

    private func loadSecurities() {
        load(\.securities) { [weak self] in
            guard let self else { throw CancellationError() }
            let securities = try await ask(ScannerSignal.Securities()).securities
            if state.security == nil, let security = securities.first(where: { $0.ticker == wanted }) { open(security) }
            return securities
        }
    }

    private func choose(_ input: SceneInput) {
        let securities = state.securities.value ?? []
        switch input {
        case .step(let step):
            state.selectedSecurity = step.row(from: state.selectedSecurity, count: securities.count)
        case .choose(let row): state.selectedSecurity = max(0, min(row, securities.count - 1))
        case .enter:
            if securities.indices.contains(state.selectedSecurity) { open(securities[state.selectedSecurity]) }
        case .perform(.retry): loadSecurities()
        default: break
        }
    }

    private func open(_ security: ScannerSignal.Security) {
        (state.security, state.stage, state.results, state.fault) = (security, .segment, nil, nil)
        state.candles = .loading
        load(\.candles) { [weak self] in
            guard let self else { throw CancellationError() }
            let candles = try await ask(
                ScannerSignal.Chart(ticker: security.ticker, timeframe: security.timeframe)
            ).candles
            let last = max(0, candles.count - 1)
            state.segment = max(0, last - Self.usualLength + 1)...last
            return candles
        }
    }

    // MARK: The segment

    private func move(_ input: SceneInput) {
        switch input {
        case .step(.left): moveEnd(by: -1)
        case .step(.right): moveEnd(by: 1)
        case .step(.shiftLeft), .step(.down): moveEnd(by: -5)
        case .step(.shiftRight), .step(.up): moveEnd(by: 5)
        case .step(.pageUp), .perform("earlier"): moveBoth(by: -state.segment.count)
        case .step(.pageDown), .perform("later"): moveBoth(by: state.segment.count)
        case .step(.first): moveBoth(by: -state.segment.lowerBound)
        case .step(.last): moveBoth(by: (state.candles.value?.count ?? 1) - 1 - state.segment.upperBound)
        case .perform("start-earlier"): (state.movesEnd, _) = (false, moveEnd(by: -1, start: true))
        case .perform("start-later"): (state.movesEnd, _) = (false, moveEnd(by: 1, start: true))
        case .nextField, .previousField, .perform("other-end"): state.movesEnd.toggle()
        case .perform("parameters"): (state.form, state.stage) = (state.parameters.form(), .parameters)
        case .perform("kind"): state.parameters.kind = state.parameters.kind == .chart ? .candle : .chart
        case .perform("results"): if state.results != nil { state.stage = .results }
        case .perform("run"), .enter: start()
        case .perform(.retry): if let security = state.security { open(security) }
        default: break
        }
    }

    private func moveEnd(by count: Int, start: Bool = false) {
        guard let candles = state.candles.value, candles.count >= Self.leastLength else { return }
        let (first, last) = (state.segment.lowerBound, state.segment.upperBound)
        if state.movesEnd, !start {
            state.segment = first...max(first + Self.leastLength - 1, min(last + count, candles.count - 1))
        } else {
            state.segment = min(last - Self.leastLength + 1, max(0, first + count))...last
        }
    }

    private func moveBoth(by count: Int) {
        guard let candles = state.candles.value, !candles.isEmpty else { return }
        let (first, last) = (state.segment.lowerBound, state.segment.upperBound)
        let moved = max(-first, min(count, candles.count - 1 - last))
        state.segment = (first + moved)...(last + moved)
    }

    // MARK: The parameters

    private func fill(_ input: SceneInput) {
        guard input != .perform("targets") else { return showTargets() }
        guard input == .enter else {
            let changed = state.form.receive(input)
            if changed == "kind" {
                // Lines and candles have parameters of their own.
                state.parameters.kind = ScannerSignal.Kind.allCases[state.form.choice("kind")]
                state.form = state.parameters.form()
            }
            if changed == "targets", state.form.choice("targets") == 2, state.parameters.targets.isEmpty {
                showTargets()
            }
            return
        }
        let problems = state.parameters.take(state.form)
        state.form.setProblems(problems)
        if let wrong = state.form.fields.first(where: { $0.problem != nil }) {
            state.form.focus(on: wrong.name)
        } else {
            state.stage = .segment
        }
    }

    // MARK: The securities to search

    private func showTargets() { (state.targets, state.stage) = (SecurityChoice(state.parameters.targets), .targets) }

    private func chooseTargets(_ input: SceneInput) {
        guard input != .perform("done") else { return takeTargets() }
        state.targets.receive(input, among: state.scannable)
    }

    private func takeTargets() {
        state.parameters.targets = state.targets.tickers(of: state.scannable)
        let chosen = state.parameters.targets
        state.form.change("targets") { field in
            field.kind = .choice([ScannerTexts.all, ScannerTexts.own, ScannerTexts.these(chosen)])
            field.fill(chosen.isEmpty ? "1" : "3")
            field.problem = nil
        }
        state.stage = .parameters
    }

    // MARK: The scan

    private func start() {
        guard let order = state.order, state.progress == nil else { return }
        (state.progress, state.fault) = (ScannerState.Progress(), nil)
        let progress = ProgressReporter { [weak self] share, text in
            Task { @MainActor in
                if self?.state.progress != nil {
                    self?.state.progress = ScannerState.Progress(share: share, text: text ?? "")
                }
            }
        }
        scan = run { [weak self] in
            guard let self else { return }
            do {
                let answer = try await ask(order.signal, progress: progress, within: .seconds(600))
                state.results = ScannerState.Results(order: order, answer: answer)
                state.selectedMatch = 0
                if state.stage == .segment { state.stage = .results }
            } catch is CancellationError {
                // The person broke it off.
            } catch {
                state.fault = SceneFault(error)
            }
            state.progress = nil
        }
    }

    private func stop() { scan?.cancel() }

    private func look(_ input: SceneInput) {
        guard let results = state.results else { return }
        let matches = results.answer.matches
        switch input {
        case .step(let step): state.selectedMatch = step.row(from: state.selectedMatch, count: matches.count)
        case .choose(let row): state.selectedMatch = max(0, min(row, matches.count - 1))
        case .enter:
            guard matches.indices.contains(state.selectedMatch) else { return }
            output?(
                MatchPair(
                    segment: results.order.segment, match: matches[state.selectedMatch],
                    timeframe: results.order.timeframe, kind: results.order.parameters.kind))
        case .perform("run"): start()
        case .perform("segment"): state.stage = .segment
        default: break
        }
    }
}
