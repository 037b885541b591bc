import Hosting
import MarketData

/// Settings of bonds.
public struct BondsSettings: ServiceSettings {
    /// What every service has.
    public let common: CommonSettings
    /// Where the Moscow Exchange's public service is (`--moex-url`), without a slash at the end.
    public let exchangeURL: String

    static let moexURL = Setting(
        "moex-url", default: ExchangeClient.usualURL,
        summary: "Where bonds.fetch asks for bonds: the Moscow Exchange's public service.")

    /// Reads the settings.
    public init(reading reader: SettingsReader) {
        common = CommonSettings(reading: reader)
        exchangeURL = ExchangeClient.base(of: reader[Self.moexURL])
    }

    /// The exchange, when a person says so.
    public var reach: Confinement.Reach { Confinement.Reach(isOnline: true) }
}
