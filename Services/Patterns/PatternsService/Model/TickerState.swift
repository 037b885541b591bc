import Domain
import Signals

/// How far patterns is with a security.
package struct TickerState: Hashable, Sendable {
    /// What came of the last look.
    package enum Outcome: String, Sendable {
        case scanned, noCandles, quiet
    }

    package let ticker: String
    /// The last change of the market that was one of this security, as far as we were told.
    package var changed: Int64 = 0
    /// Which change the last look saw; nil before the first.
    package var seen: Int64?
    /// Which change of the whole market it saw.
    package var market: Int64?
    /// The fingerprint of the rules it went by.
    package var rules: String?
    package var scannedAt: Instant?
    /// The last day that had an influence.
    package var asOf: String?
    package var outcome: Outcome?

    package init(ticker: String) { self.ticker = ticker }

    /// Whether it has to be looked at.
    package func isDue(rules fingerprint: String) -> Bool {
        guard let seen else { return true }
        return changed > seen || rules != fingerprint
    }

    /// Whether another look would find the same.
    func isCurrent(market revision: Int64, rules fingerprint: String) -> Bool {
        !isDue(rules: fingerprint) && market == revision
    }

    /// What is told of it.
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
