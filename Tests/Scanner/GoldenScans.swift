import Signals
import StrictJSON
import TestSupport
import Testing

@testable import ScannerService

/// The reference results and their market.
enum GoldenScans {
    static let names = ["candle", "chart"].flatMap { kind in (1...6).map { "\(kind)-p\($0)" } }

    /// The ten shares, read once.
    private static let readMarket = Result { try readShares() }

    /// Returns the ten shares as imported.
    static func market() throws -> Market { try readMarket.get() }

    private static func readShares() throws -> Market {
        var market = Market()
        for ticker in ReferenceResults.tickers {
            let file = try CandleFile(
                ReferenceResults.candles(of: ticker),
                options: CandleFile.Options(today: try #require(MarketBound("2026-01-01")).first.day))
            market.take(entry(ticker, file.candles))
        }
        return market
    }

    /// Returns an entry of the market.
    static func entry(_ ticker: String, _ candles: [Candle]) -> SeriesEntry {
        let over = candles.filter(\.isFinished)
        return SeriesEntry(
            key: SeriesKey(ticker: ticker, timeframe: .oneDay), name: nil, isMadeUp: false, count: candles.count,
            first: candles[0].time, last: candles[candles.count - 1].time,
            series: CandleSeries(
                ticker: ticker, times: over.map(\.time.minutes), open: over.map(\.open), high: over.map(\.high),
                low: over.map(\.low), close: over.map(\.close)), revision: 1)
    }

    /// Returns a reference result.
    static func golden(_ name: String) throws -> JSONNode {
        try JSONDocument(ReferenceResults.bytes("scanner/\(name).json")).root
    }

    /// Returns the request of a reference result.
    static func signal(_ golden: JSONNode) throws -> ScannerSignal.Scan {
        let request = try #require(golden.member("request"))
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("kind", try #require(golden.member("kind")?.string))
        for member in request.members {
            writer.key(member.name)
            writer.raw(member.node.rawBytes)
        }
        writer.endObject()
        return try JSONDocument(writer.finish()).root.decode(ScannerSignal.Scan.self)
    }
}
