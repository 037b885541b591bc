import Foundation

/// Results computed by independent programs, with their inputs: `Tests/ReferenceResults`, whose pages describe them.
public enum ReferenceResults {
    /// The folder, found beside the sources.
    public static let directory =
        URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().path + "/ReferenceResults"

    /// The ten shares of the reference market.
    public static let tickers = ["ALRS", "GAZP", "LKOH", "MGNT", "MOEX", "NVTK", "ROSN", "SBER", "TATN", "YNDX"]

    /// Returns a file by its path in the folder.
    public static func bytes(_ file: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: "\(directory)/\(file)")))
    }

    /// Returns the daily candles of a share in the format of the exchange.
    public static func candles(of ticker: String) throws -> String {
        String(decoding: try bytes("moex/\(ticker)_daily_10y.csv"), as: UTF8.self)
    }
}
