import Domain
import Hosting

/// The settings of subscriptions.
public struct SubscriptionsSettings: ServiceSettings {
    /// The settings that every service has.
    public let common: CommonSettings
    /// The time zone of users who have set none (`--time-zone`).
    public let timeZone: ZoneName
    /// The currency of totals for users who have set none and have neither subscriptions nor accounts (`--currency`).
    public let currency: CurrencyCode

    static let zone = Setting<ZoneName>(
        "time-zone", default: ZoneName(name: "UTC"), summary: "The time zone of users who have set none.")
    static let standardCurrency = Setting<CurrencyCode>(
        "currency", default: CurrencyCode(code: "RUB"),
        summary: "The currency of totals for users who have set none and have no subscriptions or accounts.")

    /// Reads the settings.
    public init(reading reader: SettingsReader) {
        common = CommonSettings(reading: reader)
        timeZone = reader[Self.zone]
        currency = reader[Self.standardCurrency]
    }
}

/// The name of a time zone of the IANA database.
public struct ZoneName: SettingValue, Hashable {
    /// The name of the zone, such as `Europe/Moscow`.
    public let name: String

    init(name: String) { self.name = name }

    /// The description of the type in help texts.
    public static var settingType: String { "the name of a time zone, such as Europe/Moscow" }

    /// Parses the name of a zone; nil when the zone is unknown.
    public static func parse(_ text: String) -> ZoneName? {
        TimeZoneDirectory().zone(named: text).map { ZoneName(name: $0.name) }
    }

    /// The name of the zone.
    public var settingText: String { name }
}

/// The code of a currency.
public struct CurrencyCode: SettingValue, Hashable {
    /// The code of ISO 4217.
    public let code: String

    init(code: String) { self.code = code }

    /// The description of the type in help texts.
    public static var settingType: String { "an ISO 4217 currency code, such as RUB" }

    /// Parses a code; nil when the currency is unknown.
    public static func parse(_ text: String) -> CurrencyCode? {
        Currency(code: text).map { CurrencyCode(code: $0.code) }
    }

    /// The code of the currency.
    public var settingText: String { code }
}
