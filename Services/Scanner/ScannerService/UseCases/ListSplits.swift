import Coordination
import Domain
import Signals

/// Lists the splits of a security.
struct ListSplits: UseCase {
    let store: any ScannerStore

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `invalidArgument`, `notFound`.
    func answer(_ signal: ScannerSignal.Splits, context: SignalContext) async throws -> ScannerSignal.SplitList {
        try context.caller.requireSession()
        let ticker = try Ticker.required(signal.ticker, field: "ticker")
        return try await store.read { try ScannerSignal.SplitList(of: ticker, in: $0) }
    }
}

extension ScannerSignal.SplitList {
    /// - Throws: ``Fault`` `notFound` when there is no such security.
    init(of ticker: String, in reading: any MarketReading) throws {
        guard let splits = try reading.splits(of: ticker) else {
            throw Fault.unknownTicker(ticker, .oneDay, "ticker")
        }
        self.init(ticker: ticker, splits: splits)
    }
}
