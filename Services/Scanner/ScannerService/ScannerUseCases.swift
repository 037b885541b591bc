import Coordination
import Domain
import MarketData

/// The signals that scanner answers.
package enum ScannerUseCases {
    /// - Parameters:
    ///   - store: The market.
    ///   - engine: The engine that searches it.
    ///   - source: The source of candles; nil for none.
    ///   - clock: The source of the current day.
    ///   - meter: Counts scans.
    package static func all(
        store: any ScannerStore, engine: ScanEngine, limits: ScanLimits = ScanLimits(),
        source: (any CandleSource)? = nil, clock: WallClock, meter: ScanMeter = ScanMeter()
    ) -> [ServedSignal] {
        let uploads = Uploads()
        let fetching = source.map { ServedSignal.serve(FetchCandles(store: store, source: $0, clock: clock)) }
        return [
            .serve(ImportCandles(store: store, uploads: uploads, clock: clock)),
            .serve(UploadPart(uploads: uploads)),
            .serve(SimulateSecurity(store: store)),
            .serve(RemoveSecurity(store: store)),
            .serve(ListSecurities(store: store)),
            .serve(ShowChart(store: store)),
            .serve(ScanMarket(store: store, engine: engine, limits: limits, meter: meter)),
            .serve(ListSplits(store: store)),
            .serve(AddSplit(store: store)),
            .serve(RemoveSplit(store: store)),
        ] + (fetching.map { [$0] } ?? [])
    }
}
