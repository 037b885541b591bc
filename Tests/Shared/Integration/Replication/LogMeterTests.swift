import Domain
import Foundation
import PostgreSQL
import Replication
import Storage
import TestSupport
import Testing

/// Goal: a service can say how it gets on with its log, without asking the log.
@Suite(.enabled(if: TemporaryPostgreSQL.obstacle == nil, "PostgreSQL is installed"))
struct LogMeterTests {
    private let database: LogDatabase

    init() throws { database = try LogDatabase() }

    @Test func itKnowsTheEpochTheCommitsTheServerAndTheTimeOfAppends() throws {
        let meter = LogMeter()
        #expect(meter.reading.engine == nil && meter.reading.epoch == nil && meter.reading.newest == nil)
        _ = try database.log().claim()
        let log = PostgreSQLCommitLog(try database.access(), clock: .system, meter: meter)
        _ = try log.claim()
        #expect(meter.reading.epoch == 2 && meter.reading.newest == nil && meter.reading.appends == 0)
        var head = CommitHead.none
        for number in 1...3 { head = try log.append([UInt8(number)], after: head).head }
        let reading = meter.reading
        #expect(reading.newest == 3 && reading.appends == 3 && reading.doubts == 0 && reading.lastDoubt == nil)
        #expect(reading.appending > .zero && reading.appendMicroseconds(0.5) > 0)
        #expect(reading.appendMicroseconds(0.5) <= reading.appendMicroseconds(0.99))
        let version = try database.server.sql("SHOW server_version_num")
        let engine = try #require(reading.engine)
        #expect(engine.version == Int(version).map { "\($0 / 10_000).\($0 % 10_000)" })
        #expect(engine.host.hasPrefix(database.server.path) && !engine.isReplicated)
    }

    /// The server loses the connection while the commit waits behind another.
    @Test func aDoubtIsCountedOnceWithItsTime() throws {
        let now = Instant(microseconds: 1_795_000_000_000_000)
        let meter = LogMeter(clock: WallClock { now })
        let log = PostgreSQLCommitLog(try database.access(), clock: .system, meter: meter)
        _ = try log.claim()
        let server = database.server
        // The append waits in a trigger for a lock that its connection cannot get.
        try server.sql(
            """
            CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS
                'BEGIN PERFORM pg_advisory_xact_lock(7); RETURN NEW; END';
            CREATE TRIGGER held BEFORE INSERT ON kopilka_commits FOR EACH ROW EXECUTE FUNCTION hold();
            """)
        let lock = try PostgreSQLConnection.open(
            try PostgreSQLURL(server.url()), named: "test", within: .seconds(20))
        try lock.execute("SELECT pg_advisory_lock(7)", within: .seconds(20))
        let end = ContinuousClock.now + .seconds(180)
        Thread {
            while ContinuousClock.now < end {
                let ended = try? server.sql(
                    """
                    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                    WHERE application_name LIKE 'kopilka%' AND wait_event_type = 'Lock'
                    """)
                if ended == "t" { break }
                usleep(5_000)
            }
            _ = try? server.sql("DROP TRIGGER held ON kopilka_commits")
        }.start()
        // The server refuses to wait longer than five seconds, without any doubt; the thread may need more.
        var commit: LoggedCommit?
        while commit == nil, ContinuousClock.now < end { commit = try? log.append([1], after: .none) }
        lock.close()
        #expect(commit?.head.number == 1)
        #expect(meter.reading.doubts == 1 && meter.reading.lastDoubt == now && meter.reading.appends == 1)
        #expect(try server.sql("SELECT count(*) FROM kopilka_commits") == "1")
    }

    @Test func aFollowerKnowsTheEpochAndHowManyCommitsItLacks() async throws {
        let directory = TemporaryDirectory()
        let first = try await ReplicaMachine("alpha", database, at: directory.file("alpha.db"))
        #expect(await first.replica.untilLeading())
        try await first.write("one")
        let copy = HeldCopy()
        let second = try await ReplicaMachine("beta", database, at: directory.file("beta.db"), participants: [copy])
        #expect(await second.replica.untilCurrent(within: .seconds(180)))
        let known = second.replica.state.number
        // The epoch is read with the lease, which is looked at after the log.
        try await eventually("both are known") {
            second.replica.meter.reading.epoch == 1 && second.replica.meter.reading.newest == known
        }
        copy.hold()
        try await first.write("two")
        try await eventually("the commit is seen") { second.replica.meter.reading.newest == known + 1 }
        #expect(second.replica.state.number == known)
        copy.release()
        #expect(await second.replica.untilCurrent(within: .seconds(180)))
        #expect(second.replica.state.number == known + 1)
        #expect(first.replica.meter.reading.newest == known + 1 && first.replica.meter.reading.appends >= 2)
        await second.stop()
        await first.stop()
    }
}
