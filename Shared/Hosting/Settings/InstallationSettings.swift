import Domain

/// Where an installation lives and what time it is there: what services and the gateway must agree on.
///
/// Reading them makes nothing; ``CommonSettings`` makes the directories.
public struct InstallationSettings: Sendable {
    /// Sockets and locks (`--run`, `KOPILKA_RUN`); `nil` when nobody says and there is no home.
    public let runDirectory: AbsolutePath?
    /// Databases and logs (`--data`, `KOPILKA_DATA`); `nil` when nobody says and there is no home either.
    public let dataDirectory: AbsolutePath?
    /// When the process's clock starts (`--clock`, `KOPILKA_CLOCK`); `nil` for the machine's clock.
    public let clockStart: Instant?

    /// Reads the settings; faults stay in the reader.
    public init(reading reader: SettingsReader) {
        let environment = reader.environment
        runDirectory =
            reader[
                Setting<AbsolutePath?>(
                    "run", default: environment.defaultRunDirectory.flatMap { AbsolutePath($0) },
                    summary: "Directory of sockets and locks, 0700 and ours alone.")
            ]
        dataDirectory =
            reader[
                Setting<AbsolutePath?>(
                    "data", default: environment.defaultDataDirectory.flatMap { AbsolutePath($0) },
                    summary: "Directory of databases and logs, 0700 and ours alone.")
            ]
        clockStart =
            reader[
                Setting<Instant?>(
                    "clock", default: nil,
                    summary: "The time at which the process's clock starts; without it the machine's clock.")
            ]
    }
}
