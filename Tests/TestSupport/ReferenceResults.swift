import Foundation

/// Results that others reckoned, and what they were made from: `Tests/ReferenceResults`, whose pages say how.
public enum ReferenceResults {
    /// The folder, found beside the sources.
    public static let directory =
        URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().path + "/ReferenceResults"

    /// The ten shares of the reference market.
    public static let tickers = ["ALRS", "GAZP", "LKOH", "MGNT", "MOEX", "NVTK", "ROSN", "SBER", "TATN", "YNDX"]

    /// A file, by its path in the folder.
    public static func bytes(_ file: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: "\(directory)/\(file)")))
    }

    /// The daily candles of a share, as the exchange writes them.
    public static func candles(of ticker: String) throws -> String {
        String(decoding: try bytes("moex/\(ticker)_daily_10y.csv"), as: UTF8.self)
    }
}
