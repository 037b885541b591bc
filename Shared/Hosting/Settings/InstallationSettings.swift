import Domain

/// The location and clock of an installation, on which services and the gateway must agree.
///
/// Reading them creates nothing; ``CommonSettings`` creates the directories.
public struct InstallationSettings: Sendable {
    /// The directory of sockets and locks (`--run`, `KOPILKA_RUN`); `nil` when it is not set and there is no home.
    public let runDirectory: AbsolutePath?
    /// The directory of databases and logs (`--data`, `KOPILKA_DATA`); `nil` when it is not set and there is no home.
    public let dataDirectory: AbsolutePath?
    /// The instant at which the process's clock starts (`--clock`, `KOPILKA_CLOCK`); `nil` for the machine's clock.
    public let clockStart: Instant?
    /// The services from elsewhere (`--extra-services`, `KOPILKA_EXTRA_SERVICES`).
    public let extraServices: [ExtraService]

    /// Reads the settings. Faults are collected in the reader.
    public init(reading reader: SettingsReader) {
        let environment = reader.environment
        runDirectory =
            reader[
                Setting<AbsolutePath?>(
                    "run", default: environment.defaultRunDirectory.flatMap { AbsolutePath($0) },
                    summary: "Directory of sockets and locks, mode 0700, owned by this user.")
            ]
        dataDirectory =
            reader[
                Setting<AbsolutePath?>(
                    "data", default: environment.defaultDataDirectory.flatMap { AbsolutePath($0) },
                    summary: "Directory of databases and logs, mode 0700, owned by this user.")
            ]
        clockStart =
            reader[
                Setting<Instant?>(
                    "clock", default: nil,
                    summary: "The time at which the process's clock starts; the machine's clock by default.")
            ]
        extraServices = reader[ExtraServices.setting].services
    }
}
