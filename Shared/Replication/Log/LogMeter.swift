import Domain
import Hosting
import PostgreSQL
import Synchronization

/// What a service knows of its log: the epoch, the newest commit, the server, doubts, and how long appends take.
///
/// Threads that use the log fill it. The health and the statistics of the service are read from it.
public final class LogMeter: Sendable {
    /// The database server, as of the last connection.
    public struct Engine: Sendable, Equatable {
        /// The host that was reached: `db1.example:5432`.
        public let host: String
        /// The version, such as `15.18`.
        public let version: String
        /// True when the server waits for a synchronous standby before it confirms a commit.
        public internal(set) var isReplicated: Bool
    }

    /// What is known at one moment.
    public struct Reading: Sendable {
        /// The epoch in which the service leads or which it follows; nil until it is known.
        public internal(set) var epoch: Int64?
        /// The number of the newest commit that is known to be in the log; nil until one is.
        public internal(set) var newest: Int64?
        /// Nil before the first connection.
        public internal(set) var engine: Engine?
        /// How many commits were in doubt since the start of the process.
        public internal(set) var doubts = 0
        /// When the newest doubt began.
        public internal(set) var lastDoubt: Instant?
        /// The number of commits that were appended since the start of the process.
        public internal(set) var appends = 0
        /// The time that all appends have taken together.
        public internal(set) var appending = Duration.zero
        fileprivate var latency = LatencyHistogram()

        /// Returns the time within which that share of the appends was confirmed, in microseconds; see
        /// `LatencyHistogram`.
        public func appendMicroseconds(_ share: Double) -> Int { latency.quantile(share) }

        /// The times of all appends, for a metric.
        public var appendMetric: MetricHistogram { latency.metric }
    }

    private let clock: WallClock
    private let content = Mutex(Reading())

    /// Creates a meter that knows nothing.
    ///
    /// - Parameter clock: Gives doubts their times.
    public init(clock: WallClock = .system) { self.clock = clock }

    /// What is known now.
    public var reading: Reading { content.withLock { $0 } }

    func reached(_ engine: Engine) { content.withLock { $0.engine = engine } }

    func found(isReplicated: Bool) { content.withLock { $0.engine?.isReplicated = isReplicated } }

    /// Notes the epoch and the newest commit that a look has found; nil where it found none.
    func sees(epoch: Int64?, newest: Int64?) {
        content.withLock { reading in
            if let epoch { reading.epoch = epoch }
            if let newest { reading.newest = newest }
        }
    }

    func doubted() {
        let now = clock.now()
        content.withLock { ($0.doubts, $0.lastDoubt) = ($0.doubts + 1, now) }
    }

    func appended(_ number: Int64, took: Duration) {
        content.withLock { reading in
            reading.newest = number
            reading.appends += 1
            reading.appending += took
            reading.latency.count(took)
        }
    }
}

extension LogMeter.Engine {
    /// Asks an open connection.
    init(of connection: PostgreSQLConnection, within limit: Duration) throws(PostgreSQLError) {
        let row = try connection.execute(Self.settings, within: limit)[0]
        let version = connection.serverVersion
        self.init(
            host: connection.host.description, version: "\(version / 10_000).\(version % 10_000)",
            isReplicated: try Self.isReplicated(row))
    }

    /// Returns true when a row with the columns `standbys` and `commit` says that commits wait for a standby.
    static func isReplicated(_ row: PostgreSQLRow) throws(PostgreSQLError) -> Bool {
        let (standbys, commit) = (try row.text("standbys"), try row.text("commit"))
        return !standbys.isEmpty && ["on", "remote_write", "remote_apply"].contains(commit)
    }

    private static let settings: StaticString = """
        SELECT coalesce(current_setting('synchronous_standby_names', true), '') AS standbys,
            coalesce(current_setting('synchronous_commit', true), '') AS commit
        """
}
