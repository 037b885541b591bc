import Coordination
import Reasons
import Signals

/// The right to change a security: only its owner, the user who added it, may change it. Everybody may see it and add
/// candles to it.
///
/// A security from before owners were stored has no owner and may be changed by anybody. So may one whose owner was
/// deleted.
enum MarketRights {
    /// - Throws: ``Fault`` `permissionDenied` when another user owns the security.
    static func requireOwner(of ticker: String, _ user: String, in transaction: any MarketTransaction) throws {
        guard try !isOwned(ticker, byOtherThan: user, in: transaction) else {
            throw Fault(.permissionDenied, .securityIsAnothers, ["ticker": .text(ticker)], field: "ticker")
        }
    }

    /// True when another user owns the security.
    static func isOwned(_ ticker: String, byOtherThan user: String, in transaction: any MarketTransaction) throws
        -> Bool
    {
        guard let owner = try transaction.owner(of: ticker) else { return false }
        return owner != user
    }
}

extension Fault {
    /// Returns the fault of an unknown series.
    static func unknownTicker(_ ticker: String, _ timeframe: ScannerSignal.Timeframe, _ field: String) -> Fault {
        Fault(
            .notFound, timeframe == .oneDay ? .noCandles : .noCandlesInTimeframe,
            ["ticker": .text(ticker), "timeframe": .text(timeframe.rawValue)], field: field)
    }
}

extension Caller {
    /// Requires a user or a service as the caller.
    func requireSession() throws(Fault) {
        if self == .anonymous { throw .unauthenticated(.needsSession) }
    }
}
