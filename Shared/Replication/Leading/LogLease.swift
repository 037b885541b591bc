import Domain
import PostgreSQL
import Storage

/// The lease of a service: who leads it, by the clock of the log's database.
///
/// It only keeps machines from competing. What a deposed leader appends is refused by its epoch, which whoever takes
/// the lease raises in the same statement.
struct LogLease {
    /// The lease as the database has it.
    struct View: Sendable {
        /// The host that has or had it; nil before the first.
        let holder: String?
        /// The time that is left; negative when it is over.
        let left: Duration
        /// The host that ought to lead; nil for any.
        let wanted: String?
        /// The difference between the database's clock and the machine's, as far as the duration of the look tells.
        let clockDifference: Duration
        /// True when the server waits for a standby before it confirms a commit.
        let isReplicated: Bool
        /// The epoch of the last leader; nil before the first.
        let epoch: Int64?
        /// The number of the newest commit; nil before the first.
        let newest: Int64?
    }

    /// How long a lease lasts.
    static let length = Duration.seconds(5)

    private let access: LogAccess
    private let host: String
    private let connection: LogConnection
    private let patience: Duration
    private let clock: WallClock

    /// - Parameters:
    ///   - host: The name of this machine.
    ///   - patience: The time for one statement.
    ///   - clock: The clock of the machine.
    init(_ access: LogAccess, host: String, _ connection: LogConnection, patience: Duration, clock: WallClock) {
        self.access = access
        self.host = host
        self.connection = connection
        self.patience = patience
        self.clock = clock
    }

    /// Reads the lease.
    func look() throws(CommitLogError) -> View {
        do {
            let connection = try connection.usable(mayHurry: true)
            let before = clock.now()
            let row = try connection.execute(Self.look, place, within: patience)[0]
            let took = clock.now() - before
            let now = try row.int64("now_us")
            let difference = Duration.microseconds(now) - .microseconds(before.microseconds) - took / 2
            let certain = max(.zero, (difference < .zero ? .zero - difference : difference) - took / 2)
            // A wish may come before the first holder.
            let holder = try row.isNull("holder") ? "" : row.text("holder")
            return View(
                holder: holder.isEmpty ? nil : holder,
                // The owner of the database may have written any number.
                left: try row.isNull("until_us")
                    ? .microseconds(-1) : .microseconds(row.int64("until_us")) - .microseconds(now),
                wanted: try row.isNull("wanted") ? nil : row.text("wanted"), clockDifference: certain,
                isReplicated: try LogMeter.Engine.isReplicated(row),
                epoch: try row.isNull("epoch") ? nil : row.int64("epoch"),
                newest: try row.isNull("newest") ? nil : row.int64("newest"))
        } catch {
            throw Self.unreachable(error)
        }
    }

    /// Takes the lease if it is free or this machine's.
    ///
    /// - Returns: The new epoch; nil when another host has the lease.
    /// - Throws: ``CommitLogError``: the lease may be taken. Then it is this machine's, and can be taken again.
    func take() throws(CommitLogError) -> Int64? {
        do {
            let rows = try connection.usable(mayHurry: true).execute(Self.take, place + [.text(host)], within: patience)
            guard rows.notices.isEmpty else {
                throw CommitLogError(.unreachable, "The lease was taken with a warning: \(rows.notices).")
            }
            return try rows.first?.int64("epoch")
        } catch {
            throw Self.unreachable(error)
        }
    }

    /// Makes the lease last ``length`` from now.
    ///
    /// - Returns: Nil when another host has the lease.
    func renew(within limit: Duration) throws(CommitLogError) -> Renewal? {
        do {
            let rows = try connection.usable(mayHurry: true).execute(
                Self.renew, place + [.text(host)], within: min(limit, patience))
            guard let row = rows.first else { return nil }
            return Renewal(
                wanted: try row.isNull("wanted") ? nil : row.text("wanted"),
                isReplicated: try LogMeter.Engine.isReplicated(row))
        } catch {
            throw Self.unreachable(error)
        }
    }

    /// The outcome of a renewal.
    struct Renewal {
        /// The host that ought to lead; nil for any.
        let wanted: String?
        /// True when the server waits for a standby before it confirms a commit.
        let isReplicated: Bool
    }

    /// Ends the lease, so that others need not wait for its end.
    func release() throws(CommitLogError) {
        do {
            try connection.usable(mayHurry: true).execute(Self.release, place + [.text(host)], within: patience)
        } catch {
            throw Self.unreachable(error)
        }
    }

    private var place: [PostgreSQLValue] { [.text(access.house), .text(access.service)] }

    private static func unreachable(_ error: any Error) -> CommitLogError {
        error as? CommitLogError ?? CommitLogError(.unreachable, "The commit log cannot be used: \(error)")
    }
}

// The statements.
extension LogLease {
    private static let names: [PostgreSQLType] = [.text, .text]

    private static let look = PostgreSQLStatement(
        "look at lease",
        """
        SELECT l.holder, l.until_us, l.wanted,
            (SELECT epoch FROM kopilka_leaders WHERE house = $1 AND service = $2) AS epoch,
            (SELECT number FROM kopilka_commits WHERE house = $1 AND service = $2 ORDER BY number DESC LIMIT 1)
                AS newest,
            (extract(epoch FROM clock_timestamp()) * 1000000)::bigint AS now_us,
            coalesce(current_setting('synchronous_standby_names', true), '') AS standbys,
            coalesce(current_setting('synchronous_commit', true), '') AS commit
        FROM (SELECT 1) AS one LEFT JOIN kopilka_leases AS l ON l.house = $1 AND l.service = $2
        """, parameters: names)

    private static let take = PostgreSQLStatement(
        "take lease",
        """
        WITH taken AS (
            INSERT INTO kopilka_leases AS l (house, service, holder, until_us, wanted)
            VALUES ($1, $2, $3, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint + 5000000, NULL)
            ON CONFLICT (house, service) DO UPDATE SET holder = excluded.holder, until_us = excluded.until_us,
                wanted = NULL
            WHERE l.holder = $3 OR l.until_us < (extract(epoch FROM clock_timestamp()) * 1000000)::bigint
            RETURNING 1)
        INSERT INTO kopilka_leaders AS k (house, service, epoch, confirmed) SELECT $1, $2, 1, 0 FROM taken
        ON CONFLICT (house, service) DO UPDATE SET epoch = k.epoch + 1 RETURNING epoch
        """, parameters: names + [.text])

    private static let renew = PostgreSQLStatement(
        "renew lease",
        """
        UPDATE kopilka_leases SET until_us = (extract(epoch FROM clock_timestamp()) * 1000000)::bigint + 5000000,
            wanted = CASE WHEN wanted = $3 THEN NULL ELSE wanted END
        WHERE house = $1 AND service = $2 AND holder = $3
        RETURNING wanted, coalesce(current_setting('synchronous_standby_names', true), '') AS standbys,
            coalesce(current_setting('synchronous_commit', true), '') AS commit
        """, parameters: names + [.text])

    private static let release = PostgreSQLStatement(
        "release lease",
        """
        UPDATE kopilka_leases
        SET until_us = least(until_us, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint)
        WHERE house = $1 AND service = $2 AND holder = $3
        """, parameters: names + [.text])
}
