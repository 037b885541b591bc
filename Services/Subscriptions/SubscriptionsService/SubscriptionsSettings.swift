import Domain
import Hosting

/// Settings of subscriptions.
public struct SubscriptionsSettings: ServiceSettings {
    /// What every service has.
    public let common: CommonSettings
    /// The time zone of users who have set none (`--time-zone`).
    public let timeZone: ZoneName
    /// The currency of totals of users who have set none, and have no subscription and no account (`--currency`).
    public let currency: CurrencyCode

    static let zone = Setting<ZoneName>(
        "time-zone", default: ZoneName(name: "UTC"), summary: "The time zone of users who have set none.")
    static let standardCurrency = Setting<CurrencyCode>(
        "currency", default: CurrencyCode(code: "RUB"),
        summary: "The currency of totals of users who have set none, and have no subscription and no account.")

    /// Reads the settings.
    public init(reading reader: SettingsReader) {
        common = CommonSettings(reading: reader)
        timeZone = reader[Self.zone]
        currency = reader[Self.standardCurrency]
    }
}

/// The name of a time zone of the IANA database.
public struct ZoneName: SettingValue, Hashable {
    /// The name.
    public let name: String

    init(name: String) { self.name = name }

    /// In words.
    public static var settingType: String { "the name of a time zone, such as Europe/Moscow" }

    /// By the name.
    public static func parse(_ text: String) -> ZoneName? {
        TimeZoneDirectory().zone(named: text).map { ZoneName(name: $0.name) }
    }

    /// The name.
    public var settingText: String { name }
}

/// The code of a currency.
public struct CurrencyCode: SettingValue, Hashable {
    /// The code of ISO 4217.
    public let code: String

    init(code: String) { self.code = code }

    /// In words.
    public static var settingType: String { "a currency of ISO 4217, such as RUB" }

    /// By the code.
    public static func parse(_ text: String) -> CurrencyCode? {
        Currency(code: text).map { CurrencyCode(code: $0.code) }
    }

    /// The code.
    public var settingText: String { code }
}
