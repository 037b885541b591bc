import Hosting

/// Settings of history: those that every service has.
public struct HistorySettings: ServiceSettings {
    /// What every service has.
    public let common: CommonSettings

    /// Reads the settings.
    public init(reading reader: SettingsReader) { common = CommonSettings(reading: reader) }
}
