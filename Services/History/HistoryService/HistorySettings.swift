import Hosting

/// Settings of history.
public struct HistorySettings: ServiceSettings {
    /// The settings that all services share.
    public let common: CommonSettings
    /// Transactions kept in memory for the most recent users (`--rows-in-memory`, `KOPILKA_ROWS_IN_MEMORY`): default
    /// 3,000,000, about 50 bytes each.
    public let rowsInMemory: Int

    static let rows = Setting<Int>(
        "rows-in-memory", default: BookShelf.usualRows, range: 1000...1_000_000_000, unit: "transactions",
        summary: "Transactions kept in memory for the most recent users, about 50 bytes each.")

    /// Reads the settings.
    public init(reading reader: SettingsReader) {
        common = CommonSettings(reading: reader)
        rowsInMemory = reader[Self.rows]
    }
}
