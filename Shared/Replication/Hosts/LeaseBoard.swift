import Domain
import PostgreSQL

/// Who leads each service of a house, and who is wanted to, as people see and say it. For one thread, which waits.
///
/// Leases are no secrets and prove nothing: a leader is who can append to the log. The owner of the database could
/// move them, and could as well switch the database off.
public final class LeaseBoard {
    /// The lease of a service.
    public struct Line: Sendable, Equatable {
        /// The name of the service.
        public let service: String
        /// The host that had it last; nil when none ever had.
        public let holder: String?
        /// The time that is left by the database's clock; negative when it has run out.
        public let remaining: Duration
        /// The host that shall lead; nil when any may.
        public let wanted: String?
        /// How often a process has begun to lead; nil before the first.
        public let epoch: Int64?

        /// The host that leads now.
        public var leader: String? { remaining > .zero ? holder : nil }
    }

    private let house: String
    private let database: HouseDatabase

    /// Creates the access; nothing is connected yet.
    public init(_ url: PostgreSQLURL, house: String, patience: Duration = .seconds(10)) {
        self.house = house
        database = HouseDatabase(url, patience: patience)
    }

    /// Closes the connection.
    public func close() { database.connection.close() }

    /// Returns the leases by service; a service that nobody has led yet may be absent.
    /// - Throws: ``MembershipError`` `unreachable`.
    public func read() throws(MembershipError) -> [String: Line] {
        let rows = try database.run(Self.leases, .text(house))
        return try database.reporting {
            var lines: [String: Line] = [:]
            for row in rows {
                let (service, holder) = (try row.text("service"), try row.text("holder"))
                lines[service] = Line(
                    service: service, holder: holder.isEmpty ? nil : holder,
                    remaining: .microseconds(try row.int64("remaining_us")),
                    wanted: try row.isNull("wanted") ? nil : try row.text("wanted"),
                    epoch: try row.isNull("epoch") ? nil : try row.int64("epoch"))
            }
            return lines
        }
    }

    /// Returns how far a clock of this machine is from the database's, as far as the duration of the question tells.
    /// - Throws: ``MembershipError`` `unreachable`.
    public func distance(of clock: WallClock = .system) throws(MembershipError) -> Duration {
        let before = clock.now()
        let rows = try database.run(Self.clock)
        let after = clock.now()
        return try database.reporting {
            let now = Instant(microseconds: try rows[0].int64("now_us"))
            return max(.zero, max(before - now, now - after))
        }
    }

    /// Says which host shall lead a service.
    /// - Throws: ``MembershipError`` `unreachable`.
    public func want(_ host: String, for service: String) throws(MembershipError) {
        try database.run(Self.want, .text(house), .text(service), .text(host))
    }

    /// Takes the wish for a host back: for one service, or for all.
    /// - Throws: ``MembershipError`` `unreachable`.
    public func wantNoMore(_ host: String, for service: String? = nil) throws(MembershipError) {
        try database.run(Self.wantNoMore, .text(house), .text(host), service.map { .text($0) } ?? .null)
    }
}

// The statements.
extension LeaseBoard {
    private static let leases = PostgreSQLStatement(
        "leases",
        """
        SELECT l.service, l.holder, l.wanted, l.until_us - (extract(epoch FROM clock_timestamp()) * 1000000)::bigint
            AS remaining_us,
            (SELECT k.epoch FROM kopilka_leaders AS k WHERE k.house = l.house AND k.service = l.service) AS epoch
        FROM kopilka_leases AS l WHERE l.house = $1
        """, parameters: [.text])

    private static let clock = PostgreSQLStatement(
        "clock", "SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint AS now_us", parameters: [])

    private static let want = PostgreSQLStatement(
        "want leader",
        """
        INSERT INTO kopilka_leases (house, service, holder, until_us, wanted) VALUES ($1, $2, '', 0, $3)
        ON CONFLICT (house, service) DO UPDATE SET wanted = excluded.wanted
        """, parameters: [.text, .text, .text])

    private static let wantNoMore = PostgreSQLStatement(
        "want leader no more",
        """
        UPDATE kopilka_leases SET wanted = NULL
        WHERE house = $1 AND wanted = $2 AND ($3::text IS NULL OR service = $3)
        """, parameters: [.text, .text, .text])
}
