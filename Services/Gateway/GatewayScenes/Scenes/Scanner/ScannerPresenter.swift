import Coordination
import Domain
import GatewaySession
import GatewayWords
import Signals

/// A scan by the user: selects a security, a segment, parameters and targets; runs or cancels the scan, and shows the
/// matches.
@MainActor final class ScannerPresenter: StatePresenter<ScannerState> {
    private static let leastLength = 2

    private let wanted: String?
    private var scan: Task<Void, Never>?
    /// Called with the opened match.
    var output: ((MatchPair) -> Void)?

    /// Creates the scene.
    ///
    /// - Parameter ticker: The initial security; nil to select one.
    init(_ ticker: String?, signals: any Transmitter, tools: SceneTools) {
        wanted = ticker
        super.init(ScannerState(isOnly: ticker != nil), signals: signals, tools: tools)
    }

    override func open() {
        loadSecurities()
        follow("scanner") { [weak self] in self?.loadSecurities() }
    }

    /// Goes back one step at a time: closes a form, leaves another pane, cancels a running scan, resets a changed
    /// segment, then leaves the security.
    override func goBack() -> Bool {
        switch state.stage {
        case .choosing: return false
        case .segment:
            guard pane == nil || pane == .main else { return false }
            if state.progress != nil {
                stop()
            } else if state.isMoved, let usual = state.usual {
                (state.segment, state.movesEnd) = (usual, true)
            } else {
                guard !state.isOnly else { return false }
                state.stage = .choosing
            }
        case .parameters: state.stage = .segment
        case .targets: takeTargets()
        }
        return true
    }

    override func receive(_ input: SceneInput) {
        if input == .perform("stop") { return stop() }
        if state.refusal != nil { state.refusal = nil }
        if case .span(let first, let last) = input { return choose(first: first, last: last) }
        switch state.stage {
        case .choosing: choose(input)
        case .segment:
            switch pane {
            case ScannerView.results: look(input)
            case ScannerView.scan where input == .enter: showParameters()
            case ScannerView.shapes where input == .enter: openMatch()
            case ScannerView.scan, ScannerView.shapes: seeTo(input)
            default: move(input)
            }
        case .parameters: fill(input)
        case .targets: chooseTargets(input)
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
        (state.candles, state.compared, state.refusal, pane) = (.loading, nil, nil, nil)
        load(\.candles) { [weak self] in
            guard let self else { throw CancellationError() }
            let candles = try await ask(
                ScannerSignal.Chart(ticker: security.ticker, timeframe: security.timeframe)
            ).candles
            state.segment = ScannerState.usual(of: candles.count)
            return candles
        }
    }

    // MARK: The segment

    private func move(_ input: SceneInput) {
        switch input {
        case .step(.left), .perform("one-earlier"): moveEnd(by: -1)
        case .step(.right), .perform("one-later"): moveEnd(by: 1)
        case .step(.shiftLeft), .step(.down), .perform("five-earlier"): moveEnd(by: -5)
        case .step(.shiftRight), .step(.up), .perform("five-later"): moveEnd(by: 5)
        case .step(.pageUp), .perform("earlier"): moveBoth(by: -state.segment.count)
        case .step(.pageDown), .perform("later"): moveBoth(by: state.segment.count)
        case .step(.first): moveBoth(by: -state.segment.lowerBound)
        case .step(.last): moveBoth(by: (state.candles.value?.count ?? 1) - 1 - state.segment.upperBound)
        case .nextField, .previousField, .perform("other-end"): state.movesEnd.toggle()
        case .enter: start()
        default: seeTo(input)
        }
    }

    /// Handles the actions of the panes.
    private func seeTo(_ input: SceneInput) {
        switch input {
        case .perform("parameters"): showParameters()
        case .perform("kind"): state.parameters.kind = state.parameters.kind == .chart ? .candle : .chart
        case .perform("run"): start()
        case .perform(.retry): if let security = state.security { open(security) }
        case .perform("start-earlier"): (state.movesEnd, _) = (false, moveEnd(by: -1, start: true))
        case .perform("start-later"): (state.movesEnd, _) = (false, moveEnd(by: 1, start: true))
        default: break
        }
    }

    private func showParameters() { (state.form, state.stage) = (state.parameters.form(), .parameters) }

    private func moveEnd(by count: Int, start: Bool = false) {
        guard let candles = state.candles.value, candles.count >= Self.leastLength else { return }
        let (first, last) = (state.segment.lowerBound, state.segment.upperBound)
        if state.movesEnd, !start {
            state.segment = first...max(first + Self.leastLength - 1, min(last + count, candles.count - 1))
        } else {
            state.segment = min(last - Self.leastLength + 1, max(0, first + count))...last
        }
    }

    /// Chooses the segment between two candles or days. Ends that are refused change nothing else.
    private func choose(first: String, last: String) {
        guard state.stage == .segment, let candles = state.candles.value, !candles.isEmpty else { return }
        do throws(SegmentRefusal) {
            state.segment = try TypedSegment(candles.map(\.date), today: tools.clock.now().localDay)
                .range(first: first, last: last, least: Self.leastLength)
        } catch {
            state.refusal = error
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
                // Lines and candles have different parameters.
                state.parameters.kind = ScannerSignal.Kind.allCases[state.form.choice("kind")]
                state.form = state.parameters.form()
            }
            if changed == "targets", state.form.choice("targets") == 2, state.parameters.targets.isEmpty {
                showTargets()
            }
            return
        }
        let problems = state.parameters.take(state.form)
        if !state.form.points(to: problems) { state.stage = .segment }
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
        let progress = ProgressReporter { [weak self] share, words, explanation in
            let text = ReasonText.of(explanation, else: words)
            Task { @MainActor in
                if self?.state.progress != nil {
                    self?.state.progress = ScannerState.Progress(share: share, text: text)
                }
            }
        }
        scan = run { [weak self] in
            guard let self else { return }
            do {
                let answer = try await ask(order.signal, progress: progress, within: .seconds(600))
                state.results = ScannerState.Results(order: order, answer: answer)
                state.selectedMatch = 0
                if pane == nil || pane == .main { pane = ScannerView.results }
                compare()
            } catch is CancellationError {
                // The user cancelled the scan.
            } catch {
                state.fault = SceneFault(error)
            }
            state.progress = nil
        }
    }

    private func stop() { scan?.cancel() }

    private func look(_ input: SceneInput) {
        let count = state.results?.answer.matches.count ?? 0
        switch input {
        case .step(let step): state.selectedMatch = step.row(from: state.selectedMatch, count: count)
        case .choose(let row): state.selectedMatch = max(0, min(row, count - 1))
        case .enter: return openMatch()
        default: return seeTo(input)
        }
        compare()
    }

    private func openMatch() { if let pair = state.pair { output?(pair) } }

    /// Loads the shapes of the selected match, once the selection rests.
    private func compare() {
        guard let pair = state.pair, pair != state.compared else { return }
        (state.compared, state.shapes) = (pair, .loading)
        load(\.shapes) { [weak self, pause = tools.typingPause] in
            try await Task.sleep(for: pause)
            guard let self else { throw CancellationError() }
            return try await AppWork.$isItsOwn.withValue(true) {
                try await ScanShapes.ask(pair.kind, pair.segment, [pair.match]) { segment in
                    try await self.ask(
                        ScannerSignal.Chart(
                            ticker: segment.ticker, from: segment.from, to: segment.to, timeframe: pair.timeframe))
                }
            }
        }
    }
}
