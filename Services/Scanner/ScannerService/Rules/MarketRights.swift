import Coordination
import Reasons
import Signals

/// Who may change what is in the market: whoever put a security in. Everybody sees it, and may add candles to it.
///
/// A security from before owners were kept has none, and anybody may change it; so has one whose owner is gone.
enum MarketRights {
    /// - Throws: ``Fault`` `permissionDenied` when somebody else put it in.
    static func requireOwner(of ticker: String, _ user: String, in transaction: any MarketTransaction) throws {
        guard try !isOwned(ticker, byOtherThan: user, in: transaction) else {
            throw Fault(.permissionDenied, .securityIsAnothers, ["ticker": .text(ticker)], field: "ticker")
        }
    }

    /// Whether somebody else put it in.
    static func isOwned(_ ticker: String, byOtherThan user: String, in transaction: any MarketTransaction) throws
        -> Bool
    {
        guard let owner = try transaction.owner(of: ticker) else { return false }
        return owner != user
    }
}

extension Fault {
    /// There is no such series.
    static func unknownTicker(_ ticker: String, _ timeframe: ScannerSignal.Timeframe, _ field: String) -> Fault {
        Fault(
            .notFound, timeframe == .oneDay ? .noCandles : .noCandlesInTimeframe,
            ["ticker": .text(ticker), "timeframe": .text(timeframe.rawValue)], field: field)
    }
}

extension Caller {
    /// Lets people and services pass.
    func requireSession() throws(Fault) {
        if self == .anonymous { throw .unauthenticated(.needsSession) }
    }
}
