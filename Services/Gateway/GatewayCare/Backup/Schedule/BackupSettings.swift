import Domain
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Hosting

/// The settings of scheduled backups: `KOPILKA_BACKUP_*`, then `gateway.backup-*` in `kopilka.json`.
struct BackupSettings: Sendable {
    /// The time of day; nil without a schedule.
    let at: LocalTime?
    /// The directory of the backups; nil for `backups` in the data directory.
    let directory: AbsolutePath?
    let keeping: BackupKeeping
    /// The recipients for whom they are encrypted; none for backups in the clear.
    let recipients: [BackupRecipient]

    /// Reads the settings. Faults are collected in the reader.
    init(reading reader: SettingsReader) {
        at =
            reader[
                Setting<LocalTime?>(
                    "backup-at", default: nil,
                    summary: "When a backup is made each day, by this machine's clock; none makes none.")]
        directory =
            reader[
                Setting<AbsolutePath?>(
                    "backup-directory", default: nil,
                    summary: "Where scheduled backups are kept; backups in the data directory by default.")]
        keeping = BackupKeeping(
            daily: reader[
                Setting<Int>(
                    "backup-keep-daily", default: 7, range: 1...3_660, unit: "days",
                    summary: "Of how many days the newest backup is kept.")],
            weekly: reader[
                Setting<Int>(
                    "backup-keep-weekly", default: 4, range: 0...520, unit: "weeks",
                    summary: "Of how many weeks the newest backup is kept, too.")],
            monthly: reader[
                Setting<Int>(
                    "backup-keep-monthly", default: 0, range: 0...1_200, unit: "months",
                    summary: "Of how many months the newest backup is kept, too.")])
        recipients =
            reader[
                Setting<RecipientList>(
                    "backup-recipients", default: RecipientList([]),
                    summary: "For whom scheduled backups are encrypted: what gateway backup key prints.")
            ].recipients
    }

    /// Reads the settings.
    ///
    /// - Parameter flags: Values that take precedence, as `--backup-at=03:30`.
    /// - Throws: ``UsageError``, which names the flag or the setting.
    static func read(_ variables: [String: String], flags: [String] = []) throws(UsageError) -> BackupSettings {
        let reader = SettingsReader(
            environment: Environment(variables: variables, arguments: flags), service: "gateway")
        let settings = BackupSettings(reading: reader)
        try reader.finishUsage(flagsWithout: "backup-")
        return settings
    }

    /// Returns the directory of the backups of a house.
    func directory(data: String) -> String { directory?.description ?? "\(data)/backups" }
}

/// A time of day by the clock of this machine, to the minute.
struct LocalTime: SettingValue, Hashable {
    let hour: Int
    let minute: Int

    static var settingType: String { "a time of day like 03:30" }

    static func parse(_ text: String) -> LocalTime? {
        guard let time = TimeOfDay.parse(text) else { return nil }
        let minutes = Int(time.sinceMidnight / .seconds(60))
        return LocalTime(hour: minutes / 60, minute: minutes % 60)
    }

    /// `03:30`.
    var settingText: String { TimeOfDay(hour: hour, minute: minute).settingText }
}

/// Recipients of encrypted backups, separated by commas.
struct RecipientList: CommaList {
    let words: [String]

    init(_ words: [String]) { self.words = words }

    static var settingType: String { "up to eight recipients like kopilka-recipient-…, separated by commas" }

    static func word(_ text: Substring) -> String? { BackupRecipient(text)?.description }

    static func parse(_ text: String) -> RecipientList? {
        if text == "none" { return RecipientList([]) }
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let words = parts.compactMap(word)
        return words.count == parts.count && words.count <= SealedHeader.mostRecipients ? RecipientList(words) : nil
    }

    var recipients: [BackupRecipient] { words.compactMap { BackupRecipient($0) } }
}
