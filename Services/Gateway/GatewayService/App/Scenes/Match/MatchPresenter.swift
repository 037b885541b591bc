import Coordination
import Signals

/// A segment and what looks like it.
struct MatchPair: Hashable, Sendable {
    let segment: ScannerSignal.Segment
    let match: ScannerSignal.Match
    let timeframe: ScannerSignal.Timeframe?
}

/// What the scene of a match has.
struct MatchState: Sendable {
    /// The closes of both.
    struct Closes: Sendable {
        let segment: [Double]
        let match: [Double]
    }

    let pair: MatchPair
    var closes: Loadable<Closes> = .loading
}

/// A segment and a match, one over the other.
@MainActor final class MatchPresenter: StatePresenter<MatchState> {
    init(_ pair: MatchPair, signals: any Transmitter, tools: SceneTools) {
        super.init(MatchState(pair: pair), signals: signals, tools: tools)
    }

    override func open() {
        let pair = state.pair
        load(\.closes) { [weak self] in
            guard let self else { throw CancellationError() }
            let segment = try await ask(
                ScannerSignal.Chart(
                    ticker: pair.segment.ticker, from: pair.segment.from, to: pair.segment.to,
                    timeframe: pair.timeframe))
            let match = try await ask(
                ScannerSignal.Chart(
                    ticker: pair.match.ticker, from: pair.match.from, to: pair.match.to, timeframe: pair.timeframe))
            return MatchState.Closes(
                segment: segment.candles.map(\.close), match: match.candles.map(\.close))
        }
    }

    override func receive(_ input: SceneInput) { if input == .perform(.retry) { open() } }
}
