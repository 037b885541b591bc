import Coordination
import Domain
import Signals

/// Removes a security from the market.
struct RemoveSecurity: UseCase {
    let store: any ScannerStore

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`, `conflict`,
    ///   `notFound`.
    func answer(_ signal: ScannerSignal.Remove, context: SignalContext) async throws -> ScannerSignal.RemoveAnswer {
        let user = try context.caller.requireUser().userID
        let ticker = try Ticker.required(signal.ticker, field: "ticker")
        return try await store.once(signal, by: user, context: context) { transaction in
            try MarketRights.requireOwner(of: ticker, user, in: transaction)
            guard let removed = try transaction.remove(ticker, timeframe: signal.timeframe) else {
                throw Fault.unknownTicker(ticker, signal.timeframe ?? .oneDay, "ticker")
            }
            try transaction.tell(user)
            return ScannerSignal.RemoveAnswer(ticker: ticker, removed: removed)
        }
    }
}
