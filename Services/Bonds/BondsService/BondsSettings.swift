import Hosting
import MarketData

/// The settings of bonds.
public struct BondsSettings: ServiceSettings {
    /// The settings that every service has.
    public let common: CommonSettings
    /// The URL of the public service of the Moscow Exchange (`--moex-url`), without a trailing slash.
    public let exchangeURL: String

    static let moexURL = Setting(
        "moex-url", default: ExchangeClient.usualURL,
        summary: "URL from which bonds.fetch gets bonds: the public service of the Moscow Exchange.")

    /// Reads the settings.
    public init(reading reader: SettingsReader) {
        common = CommonSettings(reading: reader)
        exchangeURL = ExchangeClient.base(of: reader[Self.moexURL])
    }

    /// The network access of the service: it calls the exchange, on request of a user.
    public var reach: Confinement.Reach { Confinement.Reach(isOnline: true) }
}
