import Foundation
import Signals
import StrictJSON
import Testing

@testable import ScannerService

/// The reference results and the market they were made from, where they lie beside the repository.
enum GoldenScans {
    static let directory = "\(repository)/../shared/golden"
    static let isThere = FileManager.default.fileExists(atPath: "\(directory)/scanner")
    static let names = ["candle", "chart"].flatMap { kind in (1...6).map { "\(kind)-p\($0)" } }
    static let tickers = ["ALRS", "GAZP", "LKOH", "MGNT", "MOEX", "NVTK", "ROSN", "SBER", "TATN", "YNDX"]

    private static let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().path

    /// The text of the file of a share.
    static func file(_ ticker: String) throws -> String {
        try String(contentsOfFile: "\(directory)/moex/\(ticker)_daily_10y.csv", encoding: .utf8)
    }

    /// The ten shares, read once.
    private static let readMarket = Result { try readShares() }

    /// The ten shares, as an import keeps them.
    static func market() throws -> Market { try readMarket.get() }

    private static func readShares() throws -> Market {
        var market = Market()
        for ticker in tickers {
            let file = try CandleFile(
                file(ticker), options: CandleFile.Options(today: try #require(MarketBound("2026-01-01")).first.day))
            market.take(entry(ticker, file.candles))
        }
        return market
    }

    /// An entry of the market.
    static func entry(_ ticker: String, _ candles: [Candle]) -> SeriesEntry {
        let over = candles.filter(\.isFinished)
        return SeriesEntry(
            key: SeriesKey(ticker: ticker, timeframe: .oneDay), name: nil, isMadeUp: false, count: candles.count,
            first: candles[0].time, last: candles[candles.count - 1].time,
            series: CandleSeries(
                ticker: ticker, times: over.map(\.time.minutes), open: over.map(\.open), high: over.map(\.high),
                low: over.map(\.low), close: over.map(\.close)), revision: 1)
    }

    /// A reference result.
    static func golden(_ name: String) throws -> JSONNode {
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(directory)/scanner/\(name).json")))
        return try JSONDocument(bytes).root
    }

    /// What it was asked.
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
