import Coordination
import GatewayWords
import Signals

/// What the first scene of securities has.
struct PatternsHomeState: Sendable {
    /// The pattern with the best expected rise; nil when none that ends now promises one.
    var best: Loadable<PatternsSignal.BestPattern?> = .loading
    /// The securities that are watched.
    var watches: Loadable<[PatternsSignal.WatchedSecurity]> = .loading
    var selected = 0
    /// Where a ticker is typed, while one is to be watched.
    var adding: Form?
    /// What is asked before the watch-list changes.
    var question: Question?
    /// The securities of the market, by which it is told at once that there is none of a ticker.
    var market: Loadable<[ScannerSignal.Security]> = .loading
    /// Why the watch-list could not be changed.
    var fault: SceneFault?
}

/// The best pattern of now, and the securities that are watched.
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

    /// A ticker that the market does not have may be watched, but most often it is a slip of the finger.
    private func sayWhatIsUnknown() {
        guard let securities = state.market.value else { return }
        let known = Array(Set(securities.map(\.ticker))).sorted()
        // What is being typed may still become one.
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
