import Hosting
import Identity

/// Settings of ledger.
public struct LedgerSettings: ServiceSettings {
    /// The settings that all services share.
    public let common: CommonSettings
    /// The services that see the events of all users (`--event-readers`, `KOPILKA_EVENT_READERS`): all that have the
    /// right by default. The setting takes rights away and gives none.
    public let eventReaders: ServiceNames

    static let readers = Setting<ServiceNames>(
        "event-readers", default: ServiceNames(services: [.history, .notifications, .subscriptions]),
        summary: "Services that see the events of all users, among those with the right to; other services see none.")

    /// Reads the settings.
    public init(reading reader: SettingsReader) {
        common = CommonSettings(reading: reader)
        eventReaders = reader[Self.readers]
    }
}

/// A list of services, written as names with commas between them.
public struct ServiceNames: SettingValue, Hashable {
    /// The services, none twice.
    public let services: [HouseService]

    init(services: [HouseService]) { self.services = services }

    /// How a service list is written.
    public static var settingType: String { "names of services, separated by commas, or none" }

    /// Parses the names, or `none`.
    public static func parse(_ text: String) -> ServiceNames? {
        if text == "none" { return ServiceNames(services: []) }
        let names = text.split(separator: ",", omittingEmptySubsequences: false)
        let services = names.compactMap { HouseService(rawValue: String($0)) }
        guard services.count == names.count, Set(services).count == services.count else { return nil }
        return ServiceNames(services: services)
    }

    /// The names.
    public var settingText: String {
        services.isEmpty ? "none" : services.map(\.rawValue).joined(separator: ",")
    }
}
