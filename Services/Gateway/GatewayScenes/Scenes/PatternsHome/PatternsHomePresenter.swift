import Coordination
import GatewayWords
import Signals

/// The state of the first scene of securities.
struct PatternsHomeState: Sendable {
    /// The pattern with the best expected rise; nil when no present pattern promises one.
    var best: Loadable<PatternsSignal.BestPattern?> = .loading
    /// The watched securities.
    var watches: Loadable<[PatternsSignal.WatchedSecurity]> = .loading
    var selected = 0
    /// The form for a ticker, while one is being added.
    var adding: Form?
    /// The question before a change of the watch list.
    var question: Question?
    /// The securities of the market, which tell an unknown ticker at once.
    var market: Loadable<[ScannerSignal.Security]> = .loading
    /// The fault of changing the watch list.
    var fault: SceneFault?
}

/// Shows the best present pattern, and the watched securities.
@MainActor final class PatternsHomePresenter: StatePresenter<PatternsHomeState> {
    enum Output {
        case dashboard
        case scanner(String?)
        case pattern(String)
    }

    var output: ((Output) -> Void)?

    init(signals: any Transmitter, tools: SceneTools) {
        super.init(PatternsHomeState(), signals: signals, tools: tools)
    }

    override func open() {
        reload()
        follow("patterns") { [weak self] in self?.reload() }
    }

    override func goBack() -> Bool {
        if withdrawQuestion(at: \.question) { return true }
        defer { state.adding = nil }
        return state.adding != nil
    }

    override func receive(_ input: SceneInput) {
        if answer(input, at: \.question) { return }
        if state.adding != nil { return add(input) }
        let watches = state.watches.value ?? []
        switch input {
        case .step(let step): state.selected = step.row(from: state.selected, count: watches.count)
        case .choose(let row): state.selected = max(0, min(row, watches.count - 1))
        case .enter, .perform("scanner"):
            output?(.scanner(watches.indices.contains(state.selected) ? watches[state.selected].ticker : nil))
        case .perform("dashboard"): output?(.dashboard)
        case .perform("best"): if case .content(let best?, _) = state.best { output?(.pattern(best.pattern.id)) }
        case .perform("watch"):
            state.adding = Form([FormField("ticker", PatternsTexts.ticker, note: PatternsTexts.watchNote)])
            loadMarket()
        case .perform("unwatch"):
            guard watches.indices.contains(state.selected) else { return }
            let ticker = watches[state.selected].ticker
            pose(
                PatternsTexts.unwatching(ticker), at: \.question,
                answers: ["yes": { self.change(PatternsSignal.RemoveWatch(tickers: [ticker])) }])
        case .perform(.retry): reload()
        default: break
        }
    }

    private func add(_ input: SceneInput) {
        guard input == .enter else {
            if state.adding?.receive(input) != nil { sayWhatIsUnknown() }
            return
        }
        let tickers = typedTickers
        state.adding = nil
        if !tickers.isEmpty { change(PatternsSignal.AddWatch(tickers: tickers)) }
    }

    private var typedTickers: [String] {
        (state.adding?["ticker"] ?? "").uppercased().split { $0 == " " || $0 == "," }.map(String.init)
    }

    private func loadMarket() {
        load(\.market) { [weak self] in
            guard let self else { throw CancellationError() }
            let securities = try await ask(ScannerSignal.Securities()).securities
            run { [weak self] in self?.sayWhatIsUnknown() }
            return securities
        }
    }

    /// Points out an unknown ticker. It may be watched, but most often it is a typing mistake.
    private func sayWhatIsUnknown() {
        guard let securities = state.market.value else { return }
        let known = Array(Set(securities.map(\.ticker))).sorted()
        // An incomplete ticker may still become a known one.
        let unknown = typedTickers.first { typed in !known.contains { $0.hasPrefix(typed) } }
        state.adding?.setProblems(
            unknown.map { ["ticker": SecurityNameText.notInMarket($0, among: known)] } ?? [:])
    }

    private func change<S: Signal>(_ signal: S) where S.Answer == PatternsSignal.WatchList {
        state.fault = nil
        run { [weak self] in
            guard let self else { return }
            do {
                state.watches = .content(try await ask(signal).securities, stale: nil)
                reload()
            } catch {
                state.fault = SceneFault(error)
            }
        }
    }

    private func reload() {
        load(\.best) { [weak self] in
            guard let self else { throw CancellationError() }
            return try await askForBest()
        }
        load(\.watches) { [weak self] in
            guard let self else { throw CancellationError() }
            return try await ask(PatternsSignal.ListWatches()).securities
        }
    }
}
