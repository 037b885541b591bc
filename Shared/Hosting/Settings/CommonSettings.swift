import Domain

/// What a service's settings must offer to ``ServiceProcess``.
public protocol ServiceSettings: Sendable {
    /// What every service has.
    var common: CommonSettings { get }
    /// What this one needs besides; nothing by default.
    var reach: Confinement.Reach { get }
    /// Reads everything; faults stay in the reader.
    init(reading reader: SettingsReader)
}

extension ServiceSettings {
    /// Nothing but the house.
    public var reach: Confinement.Reach { .house }
}

/// Settings that every service has.
public struct CommonSettings: ServiceSettings {
    /// Sockets and locks (`--run`, `KOPILKA_RUN`): 0700 and ours.
    public let runDirectory: String
    /// Databases, keys and logs (`--data`, `KOPILKA_DATA`): 0700 and ours.
    public let dataDirectory: String
    /// Whether the process confines itself (`--confine`, `KOPILKA_CONFINE`).
    public let confinement: ConfinementMode
    /// The time of day (`--clock`, `KOPILKA_CLOCK`).
    public let clock: WallClock
    /// The least important lines that are logged (`--log`, `KOPILKA_LOG`).
    public let logLevel: LogLevel
    /// How long a service may take to stop (`--drain-limit`).
    public let drainLimit: Duration
    /// The largest message taken or sent (`--max-message-bytes`).
    public let maximumMessageBytes: Int
    /// Requests of one peer at work at once (`--requests-per-peer`).
    public let requestsPerPeer: Int
    /// Requests at work at once in all (`--requests-in-all`).
    public let requestsInAll: Int
    /// How often auth is told which sessions were used (`--tell-session-uses-every`).
    public let tellSessionUsesEvery: Duration

    /// Where things lie in ``dataDirectory``.
    public var layout: DataLayout { DataLayout(root: dataDirectory) }

    /// Itself.
    public var common: CommonSettings { self }

    static let log = Setting<LogLevel>(
        "log", default: .info, summary: "The least important log lines that are written.")
    static let confine = Setting<ConfinementMode>(
        "confine", default: .auto,
        summary: "Whether the kernel keeps the service to its own files (Landlock); required: no start without.")
    static let drainLimit = Setting<Duration>(
        "drain-limit", default: .seconds(5), range: .milliseconds(100) ... .seconds(300),
        summary: "How long a service may take to finish what is in hand when it is stopped.")
    static let maximumMessageBytes = Setting<Int>(
        "max-message-bytes", default: 4_194_304, range: 65_536...67_108_864, unit: "bytes",
        summary: "The largest message a service takes.")
    static let requestsPerPeer = Setting<Int>(
        "requests-per-peer", default: 1_024, range: 1...65_536, unit: "requests",
        summary: "Requests of one peer at work at once; more are answered with overloaded.")
    static let requestsInAll = Setting<Int>(
        "requests-in-all", default: 8_192, range: 1...1_048_576, unit: "requests",
        summary: "Requests at work at once; more are answered with overloaded.")
    static let tellSessionUsesEvery = Setting<Duration>(
        "tell-session-uses-every", default: .seconds(60), range: .milliseconds(50) ... .seconds(3600),
        summary: "How often auth is told which sessions were used; a last use in their list lags by that at most.")

    /// Reads the settings and makes the two directories, except for `--help`.
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
        tellSessionUsesEvery = reader[Self.tellSessionUsesEvery]
        if requestsPerPeer > requestsInAll {
            reader.fault(Self.requestsPerPeer.name, "must not be above requests-in-all (\(requestsInAll))")
        }
    }

    /// Told with all other faults, and before a link to another service stumbles over it.
    private static func checkLength(of runDirectory: String, _ reader: SettingsReader) {
        let longest = ListeningSocket.path(of: "\(reader.service).events", runDirectory: runDirectory)
        let (length, limit) = (longest.utf8.count, UnixAddress.maximumPathBytes)
        if length > limit {
            reader.fault("run", "is too long: the socket \(longest) would have \(length) bytes, \(limit) is the limit")
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
    /// RFC 3339.
    public static var settingType: String { "an RFC 3339 instant like 2026-11-21T08:51:48Z" }
    /// By RFC 3339.
    public static func parse(_ text: String) -> Instant? { Instant(text) }
    /// RFC 3339 in UTC.
    public var settingText: String { description }
}
