import Domain

/// What a service knows of its commit log.
public struct LogHealth: Codable, Sendable {
    /// The epoch: how often a process has begun to lead. Absent until it is known.
    public let epoch: Int64?
    /// The number of the newest commit, as of the last look.
    public let commit: Int64?
    /// The database server that was reached last; absent before the first connection.
    public let engine: LogEngine?
    /// How many commits were in doubt since the start of the process: the server did not confirm them at once.
    public let doubts: Int
    /// When the newest doubt began.
    public let lastDoubt: Instant?

    /// Creates a report.
    public init(epoch: Int64?, commit: Int64?, engine: LogEngine?, doubts: Int, lastDoubt: Instant?) {
        self.epoch = epoch
        self.commit = commit
        self.engine = engine
        self.doubts = doubts
        self.lastDoubt = lastDoubt
    }
}

/// The server of a commit log.
public struct LogEngine: Codable, Sendable {
    /// Its host and port.
    public let host: String
    /// Its version.
    public let version: String
    /// What confirms a commit besides this server: `standby`, a synchronous standby of PostgreSQL; `engine`, as the
    /// operator vouches; `none`, as far as PostgreSQL tells.
    public let replication: String

    /// Creates a report.
    public init(host: String, version: String, replication: String) {
        self.host = host
        self.version = version
        self.replication = replication
    }
}

/// The appends of a service to its commit log, since its start.
public struct LogStatistics: Codable, Sendable {
    /// The number of commits.
    public let appends: Int
    /// The time that they have taken together, in microseconds.
    public let microseconds: Int64
    /// The median of the time for one, in microseconds: the upper end of a bucket that is 25 % wide.
    public let p50Microseconds: Int
    /// The 99th percentile of the time for one, in microseconds.
    public let p99Microseconds: Int
    /// How many of them were in doubt.
    public let doubts: Int

    /// Creates a report.
    public init(appends: Int, microseconds: Int64, p50Microseconds: Int, p99Microseconds: Int, doubts: Int) {
        self.appends = appends
        self.microseconds = microseconds
        self.p50Microseconds = p50Microseconds
        self.p99Microseconds = p99Microseconds
        self.doubts = doubts
    }
}

/// What a listener asks about the log of its service.
public struct LogReporter: Sendable {
    /// For `<service>.health`.
    let health: @Sendable () -> LogHealth
    /// For `<service>.stats`.
    let statistics: @Sendable () -> LogStatistics

    /// Creates a reporter.
    public init(
        health: @escaping @Sendable () -> LogHealth, statistics: @escaping @Sendable () -> LogStatistics
    ) {
        self.health = health
        self.statistics = statistics
    }
}
