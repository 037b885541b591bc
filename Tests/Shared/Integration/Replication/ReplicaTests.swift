import Coordination
import Domain
import Replication
import Storage
import Synchronization
import TestSupport
import Testing

/// Goal: of several machines one leads at any time, the others have what it has, and take over without losing anything.
@Suite(.enabled(if: TemporaryPostgreSQL.obstacle == nil, "PostgreSQL is installed"))
struct ReplicaTests {
    private let database: LogDatabase
    private let directory = TemporaryDirectory()

    init() throws { database = try LogDatabase() }

    private func machine(_ name: String) async throws -> ReplicaMachine {
        try await ReplicaMachine(name, database, at: directory.file("\(name).db"))
    }

    @Test func oneLeadsAndTheOtherHasWhatItHas() async throws {
        let first = try await machine("alpha")
        #expect(await first.replica.untilLeading())
        let second = try await machine("beta")
        try await first.write("one")
        #expect(await second.replica.untilCurrent(within: .seconds(180)))
        #expect(try await second.notes() == ["one"])
        // It reads the log before it looks at the lease.
        try await eventually("beta knows the leader") { second.replica.state.leader == "alpha" }
        #expect(second.store.newestSequence() == first.store.newestSequence())
        await #expect(throws: Fault.self) { try await second.write("two") }
        #expect(try await first.notes() == ["one"])
        await first.stop()
        await second.stop()
    }

    @Test func theOtherTakesOverAtOnceWhenTheLeaderStops() async throws {
        let first = try await machine("alpha")
        #expect(await first.replica.untilLeading())
        let second = try await machine("beta")
        try await first.write("one")
        await first.stop()
        #expect(await second.replica.untilLeading())
        try await second.write("two")
        #expect(try await second.notes() == ["one", "two"])
        // Who comes back follows.
        let again = try await machine("alpha")
        #expect(await again.replica.untilCurrent(within: .seconds(180)))
        #expect(try await again.notes() == ["one", "two"])
        #expect(again.replica.state.role == .following)
        await again.stop()
        await second.stop()
    }

    @Test func whatADeposedLeaderWritesIsRefused() async throws {
        let first = try await machine("alpha")
        #expect(await first.replica.untilLeading())
        try await first.write("one")
        // The database believes that its lease is over.
        let second = try await machine("beta")
        #expect(await second.replica.untilCurrent(within: .seconds(180)))
        try database.server.sql("UPDATE kopilka_leases SET holder = 'nobody', until_us = 0")
        #expect(await second.replica.untilLeading())
        try await second.write("two")
        await #expect(throws: Fault.self) { try await first.write("lost") }
        try await eventually("the deposed leader's end") { !first.ended.all.isEmpty }
        #expect(try await second.notes() == ["one", "two"])
        await first.stop()
        await second.stop()
    }

    @Test func aMachineThatIsAskedForLeads() async throws {
        let first = try await machine("alpha")
        #expect(await first.replica.untilLeading())
        let second = try await machine("beta")
        try database.server.sql("UPDATE kopilka_leases SET wanted = 'beta'")
        #expect(await first.replica.isAskedToYield())
        await first.stop()
        #expect(await second.replica.untilLeading())
        #expect(try database.server.sql("SELECT count(*) FROM kopilka_leases WHERE wanted IS NOT NULL") == "0")
        await second.stop()
    }

    @Test func nobodyLeadsWithoutAStandbyOrWithAWrongClock() async throws {
        let alone = try await ReplicaMachine(
            "alpha", database, at: directory.file("a.db"), isEngineReplicated: false)
        try await eventually("the report of no standby") { alone.reported.contains { $0.contains("standby") } }
        let late = try await ReplicaMachine(
            "beta", database, at: directory.file("b.db"),
            machineClock: .starting(at: WallClock.system.now() + .seconds(-90)))
        try await eventually("the report of the clock") { late.reported.contains { $0.contains("clock") } }
        #expect(alone.replica.state.role == .following && late.replica.state.role == .following)
        // It stays until it is mended, though the log is followed. Others show only while the log is out of reach.
        try await eventually("the trouble is known") {
            alone.replica.trouble?.contains("standby") == true && !alone.replica.state.isStopped
        }
        // It is reported once; again only after a look that came too late to say anything of it.
        let reports = alone.reported.filter { $0.contains("standby") }.count
        #expect(reports <= 1 + alone.noticed.filter { $0.contains("the trouble with the lease is over") }.count)
        await alone.stop()
        await late.stop()
    }

    @Test(arguments: [-1500, 1500])
    func aClockThatIsMoreThanASecondOffDoesNotLead(milliseconds: Int) async throws {
        var attempt = 0
        try await eventually("the right one leads") {
            attempt += 1
            let looks = Looks()
            let wrong = WallClock {
                looks.readClock()
                return WallClock.system.now() + .milliseconds(milliseconds)
            }
            let off = try await ReplicaMachine(
                "alpha", database, at: directory.file("a\(attempt).db"), machineClock: wrong)
            try await eventually("the report of the clock") {
                looks.hasSlowOne || off.reported.contains { $0.contains("clock") }
            }
            let near = WallClock { WallClock.system.now() + .milliseconds(milliseconds / 3) }
            let other = try await ReplicaMachine(
                "beta", database, at: directory.file("b\(attempt).db"), machineClock: near)
            try await eventually("the other leads") { looks.hasSlowOne || other.replica.isLeading }
            let isRight =
                other.replica.isLeading && off.replica.state.role == .following
                && off.reported.contains { $0.contains("clock") }
            #expect(isRight || looks.hasSlowOne)
            await off.stop()
            await other.stop()
            return isRight
        }
    }

    /// Watches how long a replica's looks at the lease take, for which it reads its clock twice. A slow one on a busy
    /// machine tells too little of a clock to refuse it.
    private final class Looks: Sendable {
        private let state = Mutex((began: ContinuousClock.Instant?.none, hasSlowOne: false))

        var hasSlowOne: Bool { state.withLock { $0.hasSlowOne } }

        func readClock() {
            state.withLock { state in
                // After a look that failed its beginning is taken for an end, which is late.
                let now = ContinuousClock.now
                if let began = state.began, now - began > .milliseconds(300) { state.hasSlowOne = true }
                state.began = state.began == nil ? now : nil
            }
        }
    }

    @Test func aFollowerOfAnOlderVersionStopsAndTakesNothingOver() async throws {
        let first = try await machine("alpha")
        #expect(await first.replica.untilLeading())
        try await first.write("one")
        let second = try await machine("beta")
        #expect(await second.replica.untilCurrent(within: .seconds(180)))
        await first.stop()
        await second.stop()
        // The newer version leads and migrates.
        let newer =
            ReplicaMachine.migrations + [Migration(2, "ALTER TABLE notes ADD COLUMN kind TEXT NOT NULL DEFAULT '';")]
        let third = try await ReplicaMachine("alpha", database, at: directory.file("alpha.db"), migrations: newer)
        #expect(await third.replica.untilLeading())
        let old = try await machine("beta")
        try await eventually("the stop of the old version") { old.replica.state.isStopped }
        try await eventually("the report of it, which follows") { old.reported.contains { $0.contains("schema") } }
        try await third.write("two")
        #expect(try await old.notes() == ["one"])
        await old.stop()
        let new = try await ReplicaMachine("beta", database, at: directory.file("beta.db"), migrations: newer)
        #expect(await new.replica.untilCurrent(within: .seconds(180)))
        #expect(new.store.isSchemaOwn)
        #expect(try await new.notes() == ["one", "two"])
        await new.stop()
        await third.stop()
    }

    @Test func aCopyThatDiffersStops() async throws {
        let first = try await machine("alpha")
        #expect(await first.replica.untilLeading())
        try await first.write("one")
        let second = try await machine("beta")
        #expect(await second.replica.untilCurrent(within: .seconds(180)))
        try database.server.sql("UPDATE kopilka_commits SET body = body || '\\x00'::bytea WHERE number = 1")
        await second.stop()
        let empty = try await ReplicaMachine("gamma", database, at: directory.file("gamma.db"))
        try await eventually("the stop of the copy") { empty.replica.state.isStopped }
        #expect(empty.replica.state.role == .following)
        await empty.stop()
        await first.stop()
    }
}
