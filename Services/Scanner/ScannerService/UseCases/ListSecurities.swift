import Coordination
import Signals

/// Lists the securities of the market.
struct ListSecurities: UseCase {
    let store: any ScannerStore

    /// - Throws: ``Fault`` `unauthenticated`.
    func answer(
        _ signal: ScannerSignal.Securities, context: SignalContext
    ) async throws -> ScannerSignal.SecurityList {
        try context.caller.requireSession()
        let market = store.market()
        return ScannerSignal.SecurityList(
            securities: market.sorted.map { entry in
                let timeframe = entry.key.timeframe
                return ScannerSignal.Security(
                    ticker: entry.key.ticker, name: entry.name, timeframe: timeframe, candles: entry.count,
                    from: entry.first.text(in: timeframe), to: entry.last.text(in: timeframe),
                    madeUp: entry.isMadeUp, revision: entry.revision)
            }, revision: market.revision)
    }
}
