import Hosting

/// Settings of bonds: those that every service has.
public struct BondsSettings: ServiceSettings {
    /// What every service has.
    public let common: CommonSettings

    /// Reads the settings.
    public init(reading reader: SettingsReader) { common = CommonSettings(reading: reader) }
}
