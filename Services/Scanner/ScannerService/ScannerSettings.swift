import Hosting
import MarketData

/// The settings of scanner.
public struct ScannerSettings: ServiceSettings {
    /// The settings that every service has.
    public let common: CommonSettings
    /// The limits of scanning.
    package let limits: ScanLimits
    /// The number of search threads (`--scan-threads`); 0 for one per processor.
    public let threads: Int
    /// The URL of the public service of the Moscow Exchange (`--moex-url`), without a trailing slash.
    public let exchangeURL: String

    static let atOnce = Setting(
        "scans-at-once", default: 2, range: 1...64, summary: "How many scans run at the same time; others wait.")
    static let longest = Setting(
        "longest-scan", default: Duration.seconds(600), range: .seconds(1)...(.seconds(86_400)),
        summary: "How long a scan may take before it is stopped.")
    static let scanThreads = Setting(
        "scan-threads", default: 0, range: 0...256,
        summary: "Number of search threads; 0 for one per processor.")

    static let moexURL = Setting(
        "moex-url", default: ExchangeClient.usualURL,
        summary: "URL from which scanner.fetch gets candles: the public service of the Moscow Exchange.")

    /// Reads the settings.
    public init(reading reader: SettingsReader) {
        common = CommonSettings(reading: reader)
        limits = ScanLimits(atOnce: reader[Self.atOnce], longest: reader[Self.longest])
        threads = reader[Self.scanThreads]
        exchangeURL = ExchangeClient.base(of: reader[Self.moexURL])
    }

    /// The network access of the service: it calls the exchange, on request of a user.
    public var reach: Confinement.Reach { Confinement.Reach(isOnline: true) }
}
