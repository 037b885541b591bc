import Coordination
import GatewaySession
import Signals

/// A segment and its match.
package struct MatchPair: Hashable, Sendable {
    package let segment: ScannerSignal.Segment
    package let match: ScannerSignal.Match
    package let timeframe: ScannerSignal.Timeframe?
    /// The kind of shapes compared, candles or lines.
    package let kind: ScannerSignal.Kind

    package init(
        segment: ScannerSignal.Segment, match: ScannerSignal.Match, timeframe: ScannerSignal.Timeframe?,
        kind: ScannerSignal.Kind = .chart
    ) {
        self.segment = segment
        self.match = match
        self.timeframe = timeframe
        self.kind = kind
    }
}

/// The state of the match scene.
struct MatchState: Sendable {
    let pair: MatchPair
    var shapes: Loadable<ScanShapes> = .loading
}

/// Shows a segment and a match together.
@MainActor final class MatchPresenter: StatePresenter<MatchState> {
    init(_ pair: MatchPair, signals: any Transmitter, tools: SceneTools) {
        super.init(MatchState(pair: pair), signals: signals, tools: tools)
    }

    override func open() {
        let pair = state.pair
        load(\.shapes) { [weak self] in
            guard let self else { throw CancellationError() }
            return try await ScanShapes.ask(pair.kind, pair.segment, [pair.match]) { segment in
                try await self.ask(
                    ScannerSignal.Chart(
                        ticker: segment.ticker, from: segment.from, to: segment.to, timeframe: pair.timeframe))
            }
        }
    }

    override func receive(_ input: SceneInput) { if input == .perform(.retry) { open() } }
}
