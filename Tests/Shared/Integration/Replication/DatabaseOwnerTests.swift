import Domain
import Foundation
import PostgreSQL
import Replication
import Sodium
import Storage
import Synchronization
import TestSupport
import Testing

/// Goal: the owner of the log's database, or a thief of its password, can stop a house, and do nothing else unseen. The
/// rows that are not sealed have no power: see also `PostgreSQLCommitLogTests`, `HouseHostsTests`, `SnapshotTests` and
/// `InvitationsTests` for those that are.
@Suite(.enabled(if: TemporaryPostgreSQL.obstacle == nil, "PostgreSQL is installed"))
struct DatabaseOwnerTests {
    private let database: LogDatabase
    private let directory = TemporaryDirectory()

    init() throws { database = try LogDatabase() }

    private func code(_ body: () throws -> Void) -> CommitLogError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? CommitLogError)?.code
        }
    }

    /// `kopilka_leaders`: with a lowered epoch two processes get the same one. The number of a commit is still given
    /// once, and the hash before it has to fit.
    @Test func ofTwoLeadersOfOneEpochOneIsRefused() throws {
        let (first, second) = (try database.log(), try database.log())
        _ = try first.claim()
        let head = try first.append([1], after: .none).head
        try database.server.sql("UPDATE kopilka_leaders SET epoch = epoch - 1")
        #expect(try second.claim() == head)
        #expect(try database.server.sql("SELECT epoch FROM kopilka_leaders") == "1")
        let next = try first.append([2], after: head).head
        #expect(code { _ = try second.append([3], after: head) } == .replaced)
        #expect(try first.append([4], after: next).head.number == 3)
        #expect(try first.commits(after: .none).map(\.changes) == [[1], [2], [4]])
    }

    /// `kopilka_leaders`: a raised epoch stops the leader before anything is acknowledged.
    @Test func aRaisedEpochStopsTheLeader() throws {
        let log = try database.log()
        _ = try log.claim()
        try database.server.sql("UPDATE kopilka_leaders SET epoch = epoch + 1")
        #expect(code { _ = try log.append([1], after: .none) } == .replaced)
        try database.server.sql("DELETE FROM kopilka_leaders")
        #expect(code { _ = try log.append([1], after: .none) } == .replaced)
        #expect(try database.server.sql("SELECT count(*) FROM kopilka_commits") == "0")
    }

    /// `kopilka_leases`: any content. Machines that lead because of it are fenced, and none ends by a fault.
    @Test(arguments: [
        "until_us = -9223372036854775808", "until_us = 9223372036854775807", "until_us = 0, holder = 'nobody'",
        "holder = E'\\u001b[2J', until_us = 0", "wanted = repeat('x', 100000), until_us = 0",
    ])
    func noLeaseHarmsAMachine(change: String) async throws {
        let machine = try await ReplicaMachine("alpha", database, at: directory.file("alpha.db"))
        #expect(await machine.replica.untilLeading())
        try await machine.write("one")
        await machine.stop()
        try database.server.sql("UPDATE kopilka_leases SET \(change)")
        let again = try await ReplicaMachine("alpha", database, at: directory.file("alpha.db"))
        #expect(await again.replica.untilCurrent(within: .seconds(180)))
        // A lease without end is this machine's own, or another's whom nobody knows.
        #expect(await again.replica.untilLeading())
        try await again.write("two")
        #expect(try await again.notes() == ["one", "two"])
        await again.stop()
    }

    /// `kopilka_leases`: a lease that never ends keeps all machines from leading, and changes nothing.
    @Test func aLeaseOfNobodyStopsTheHouse() async throws {
        let machine = try await ReplicaMachine("alpha", database, at: directory.file("alpha.db"))
        #expect(await machine.replica.untilLeading())
        try await machine.write("one")
        try database.server.sql("UPDATE kopilka_leases SET until_us = 9223372036854775807, holder = 'nobody'")
        try await eventually("its end") { machine.ended.all.contains { $0.contains("taken the lease") } }
        await machine.stop()
        let again = try await ReplicaMachine("alpha", database, at: directory.file("alpha.db"))
        #expect(await again.replica.untilCurrent(within: .seconds(180)))
        try await eventually("the look at the lease") { again.replica.state.leader == "nobody" }
        #expect(again.replica.state.role == .following && again.replica.leader == nil)
        #expect(try await again.notes() == ["one"])
        await again.stop()
    }

    /// `kopilka_commits`: the time of the newest commit is not taken from its row, which nobody has opened.
    @Test func theOwnerSetsNoTimes() async throws {
        func open() async throws -> Store {
            var options = StoreOptions()
            let access = try database.access()
            options.commitLog = { () throws(CommitLogError) in PostgreSQLCommitLog(access, clock: .system) }
            return try await Store.open(
                at: directory.file("ledger.db"), migrations: ReplicaMachine.migrations, options: options)
        }
        func write(_ text: String, to store: Store) async throws {
            try await store.write { try $0.connection.run("INSERT INTO notes (text) VALUES (?)", text) }
        }
        let store = try await open()
        try await write("one", to: store)
        await store.close()
        let before = try database.server.sql("SELECT max(time_us) FROM kopilka_commits")
        try database.server.sql(
            """
            UPDATE kopilka_commits SET time_us = 9223372036854775807
            WHERE number = (SELECT max(number) FROM kopilka_commits)
            """)
        let again = try await open()
        try await write("two", to: again)
        await again.close()
        let newest = try database.server.sql("SELECT time_us FROM kopilka_commits ORDER BY number DESC LIMIT 1")
        let time = try #require(Int64(newest))
        #expect(time > (try #require(Int64(before))))
        #expect(Instant(microseconds: time) < WallClock.system.now() + .seconds(60))
        // Whoever reads the log finds the row changed.
        #expect(code { _ = try database.log().commits(after: .none) } == .differs)
    }

    /// `kopilka_hosts`: without the primary key a row can stand twice, in the place of a removed machine.
    @Test func aHostThatIsRemovedByACopyOfAnotherIsMissed() throws {
        let list = HouseHosts(
            try PostgreSQLURL(database.server.url()), house: "house", key: HouseHosts.key(of: database.houseKey))
        for (number, name) in ["alpha", "beta", "gamma"].enumerated() {
            try list.add(
                HouseHost(
                    name: name, endpoint: try #require(HostEndpoint("10.0.0.\(number + 1)")),
                    publicKey: MachineKeys().publicKey))
        }
        try database.server.sql("ALTER TABLE kopilka_hosts DROP CONSTRAINT kopilka_hosts_pkey")
        try database.server.sql("DELETE FROM kopilka_hosts WHERE host = 'gamma'")
        try database.server.sql("INSERT INTO kopilka_hosts SELECT * FROM kopilka_hosts WHERE host = 'beta'")
        let error = #expect(throws: MembershipError.self) { try list.list() }
        #expect(error?.code == .forged)
    }

    /// A claim that a standby may not have is none: its epoch could be given again after a failover.
    @Test func aWarnedClaimIsNone() throws {
        let server = database.server
        _ = try database.log().claim()
        try server.sql("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
        // Sessions would read it again at moments of their own.
        server.kill()
        try server.start()
        Thread {
            let end = ContinuousClock.now + .seconds(60)
            while ContinuousClock.now < end {
                let cancelled = try? server.sql(
                    """
                    SELECT pg_cancel_backend(pid) FROM pg_stat_activity
                    WHERE wait_event = 'SyncRep' AND application_name LIKE 'kopilka%'
                    """)
                if cancelled == "t" { return }
                usleep(5_000)
            }
        }.start()
        let log = try database.log()
        #expect(code { _ = try log.claim() } == .unreachable)
        try server.sql("ALTER SYSTEM RESET synchronous_standby_names")
        try server.sql("SELECT pg_reload_conf()")
        #expect(try database.log().claim() == .none)
    }
}
