import Domain
import Signals

/// The scan state of a security.
package struct TickerState: Hashable, Sendable {
    /// The outcome of the last scan.
    package enum Outcome: String, Sendable {
        case scanned, noCandles, quiet
    }

    package let ticker: String
    /// The latest known revision of the market that changed this security.
    package var changed: Int64 = 0
    /// The revision of this security in the last scan; nil before the first.
    package var seen: Int64?
    /// The revision of the whole market in the last scan.
    package var market: Int64?
    /// The fingerprint of the rules of the last scan.
    package var rules: String?
    package var scannedAt: Instant?
    /// The last day with an influence on the scan.
    package var asOf: String?
    package var outcome: Outcome?
    /// How many segments the last scan tried.
    package var tried = 0

    package init(ticker: String) { self.ticker = ticker }

    /// True when the security needs a scan.
    package func isDue(rules fingerprint: String) -> Bool {
        guard let seen else { return true }
        return changed > seen || rules != fingerprint
    }

    /// True when another scan would find the same.
    func isCurrent(market revision: Int64, rules fingerprint: String) -> Bool {
        !isDue(rules: fingerprint) && market == revision
    }

    /// The state as users see it.
    package var watchState: PatternsSignal.WatchState {
        guard let seen, let outcome else { return .waiting }
        guard changed <= seen else { return .stale }
        switch outcome {
        case .scanned: return .current
        case .noCandles: return .noCandles
        case .quiet: return .quiet
        }
    }
}
