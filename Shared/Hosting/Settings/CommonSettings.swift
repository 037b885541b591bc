import Domain
import Reasons

/// The settings that ``ServiceProcess`` needs from every service.
public protocol ServiceSettings: Sendable {
    /// The settings that every service has.
    var common: CommonSettings { get }
    /// The access that the service needs beyond the common needs; none by default.
    var reach: Confinement.Reach { get }
    /// Reads all settings. Faults are collected in the reader.
    init(reading reader: SettingsReader)
}

extension ServiceSettings {
    /// Nothing beyond the common needs.
    public var reach: Confinement.Reach { .house }
}

/// The settings that every service has.
public struct CommonSettings: ServiceSettings {
    /// The directory of sockets and locks (`--run`, `KOPILKA_RUN`): mode 0700 and ours.
    public let runDirectory: String
    /// The directory of databases, keys and logs (`--data`, `KOPILKA_DATA`): mode 0700 and ours.
    public let dataDirectory: String
    /// The mode in which the process confines itself (`--confine`, `KOPILKA_CONFINE`).
    public let confinement: ConfinementMode
    /// The clock (`--clock`, `KOPILKA_CLOCK`).
    public let clock: WallClock
    /// The lowest level that is logged (`--log`, `KOPILKA_LOG`).
    public let logLevel: LogLevel
    /// The time limit for stopping the service (`--drain-limit`).
    public let drainLimit: Duration
    /// The largest message received or sent, in bytes (`--max-message-bytes`).
    public let maximumMessageBytes: Int
    /// The most requests of one peer in progress (`--requests-per-peer`).
    public let requestsPerPeer: Int
    /// The most requests in progress in all (`--requests-in-all`).
    public let requestsInAll: Int
    /// The size of the database's log above which it is moved into the file, in pages of 4 KiB.
    public let checkpointPages: Int
    /// How many idempotency keys gather in memory before they are indexed on disk.
    public let keysInMemory: Int
    /// The interval at which auth is told which sessions were used (`--tell-session-uses-every`).
    public let tellSessionUsesEvery: Duration
    /// The longest time between two snapshots in the commit log (`--snapshot-every`).
    public let snapshotEvery: Duration
    /// The time back to which the commit log can restore (`--restorable-for`).
    public let restorableFor: Duration
    /// The services from elsewhere (`--extra-services`).
    public let extraServices: [ExtraService]
    /// What they may do (`--extra-rights`).
    public let extraRights: ExtraRights
    /// The most memory that one of them may allocate, in MiB (`--extra-memory`).
    public let extraMemory: Int
    /// When machines of a house compare the whole content of their databases (`--compare-at`).
    public let compareAt: TimeOfDay

    /// The rights of all extra services, by name; of some they are empty.
    public var rightsByExtraService: [String: Set<String>] {
        Dictionary(uniqueKeysWithValues: extraServices.map { ($0.name, extraRights.names[$0.name] ?? []) })
    }

    /// The layout of ``dataDirectory``.
    public var layout: DataLayout { DataLayout(root: dataDirectory) }

    public var common: CommonSettings { self }

    static let log = Setting<LogLevel>(
        "log", default: .info, summary: "The lowest level of log lines that are written.")
    static let confine = Setting<ConfinementMode>(
        "confine", default: .auto,
        summary: "Whether the kernel confines the service to its own files (Landlock); required: starts only confined.")
    static let drainLimit = Setting<Duration>(
        "drain-limit", default: .seconds(5), range: .milliseconds(100) ... .seconds(300),
        summary: "How long a stopping service may take to finish its work.")
    static let maximumMessageBytes = Setting<Int>(
        "max-message-bytes", default: 4_194_304, range: 65_536...67_108_864, unit: "bytes",
        summary: "The largest message that a service accepts.")
    static let requestsPerPeer = Setting<Int>(
        "requests-per-peer", default: 1_024, range: 1...65_536, unit: "requests",
        summary: "Concurrent requests of one peer; further ones are answered with overloaded.")
    static let requestsInAll = Setting<Int>(
        "requests-in-all", default: 8_192, range: 1...1_048_576, unit: "requests",
        summary: "Concurrent requests in total; further ones are answered with overloaded.")
    static let checkpointPages = Setting<Int>(
        "checkpoint-pages", default: 4_096, range: 16...65_536, unit: "pages of 4 KiB",
        summary: "How far the log of the database grows before it is moved into the file.")
    static let keysInMemory = Setting<Int>(
        "keys-in-memory", default: 65_536, range: 16...1_048_576, unit: "keys",
        summary: "How many idempotency keys gather in memory before they are indexed on disk.")
    static let tellSessionUsesEvery = Setting<Duration>(
        "tell-session-uses-every", default: .seconds(60), range: .milliseconds(50) ... .seconds(3600),
        summary: "How often auth learns which sessions were used; the last use in their list lags by at most this.")

    static let extraMemory = Setting<Int>(
        "extra-memory", default: 1_024, range: 16...1_048_576, unit: "MiB",
        summary: "The most memory that each extra service may allocate.")

    static let snapshotEvery = Setting<Duration>(
        "snapshot-every", default: .seconds(86_400), range: .seconds(1) ... .seconds(2_592_000),
        summary: "How often a snapshot goes into the commit log, if the house has one and anything has changed.")
    static let restorableFor = Setting<Duration>(
        "restorable-for", default: .seconds(604_800), range: .seconds(1) ... .seconds(315_360_000),
        summary: "How far back the commit log can restore. Older commits, and those who left in them, are removed.")

    static let compareAt = Setting<TimeOfDay>(
        "compare-at", default: TimeOfDay(hour: 0, minute: 30),
        summary: "When the machines of a house compare their whole databases each day, in UTC.")

    /// Reads the settings and creates the two directories, except for `--help` and the like.
    public init(reading reader: SettingsReader) {
        let installation = InstallationSettings(reading: reader)
        runDirectory = Self.prepare(installation.runDirectory, "run", reader)
        Self.checkLength(of: runDirectory, reader)
        dataDirectory = Self.prepare(installation.dataDirectory, "data", reader)
        clock = installation.clockStart.map { .starting(at: $0) } ?? .system
        logLevel = reader[Self.log]
        confinement = reader[Self.confine]
        drainLimit = reader[Self.drainLimit]
        maximumMessageBytes = reader[Self.maximumMessageBytes]
        requestsPerPeer = reader[Self.requestsPerPeer]
        requestsInAll = reader[Self.requestsInAll]
        checkpointPages = reader[Self.checkpointPages]
        keysInMemory = reader[Self.keysInMemory]
        tellSessionUsesEvery = reader[Self.tellSessionUsesEvery]
        snapshotEvery = reader[Self.snapshotEvery]
        restorableFor = reader[Self.restorableFor]
        compareAt = reader[Self.compareAt]
        extraServices = installation.extraServices
        extraRights = reader[ExtraRights.setting]
        extraMemory = reader[Self.extraMemory]
        if let stranger = extraRights.names.keys.sorted().first(where: { name in
            !extraServices.contains { $0.name == name }
        }) {
            reader.fault(
                ExtraRights.setting.name, Refusal(.noSuchExtraService, ["service": .text(stranger)]))
        }
        if !extraServices.isEmpty {
            ExtraReach(data: dataDirectory, run: runDirectory, home: reader.environment.variables["HOME"])
                .check(extraServices, extraRights, reader)
        }
        if requestsPerPeer > requestsInAll {
            reader.fault(Self.requestsPerPeer.name, "must not be above requests-in-all (\(requestsInAll))")
        }
    }

    /// Reports a path that is too long together with all other faults, before a link to another service fails because
    /// of it.
    private static func checkLength(of runDirectory: String, _ reader: SettingsReader) {
        let longest = ListeningSocket.path(of: "\(reader.service).events", runDirectory: runDirectory)
        let (length, limit) = (longest.utf8.count, UnixAddress.maximumPathBytes)
        if length > limit {
            reader.fault("run", "is too long: the socket \(longest) would have \(length) bytes, the limit is \(limit)")
        }
    }

    private static func prepare(_ path: AbsolutePath?, _ name: String, _ reader: SettingsReader) -> String {
        guard let path else {
            reader.fault(name, "has no default without HOME; set \(settingEnvironmentName(name))")
            return ""
        }
        if !reader.onlyTells {
            do throws(HostingError) { try PrivateDirectory.prepare(path) } catch { reader.fault(name, error.message) }
        }
        return path.description
    }
}

extension Instant: SettingValue {
    public static var settingType: String { "an RFC 3339 instant like 2026-11-21T08:51:48Z" }
    public static func parse(_ text: String) -> Instant? { Instant(text) }
    public var settingText: String { description }
}
