import Domain
import Foundation
import PostgreSQL
import Replication
import Sodium
import Storage
import Synchronization
import TestSupport
import Testing

/// Goal: what the log confirms stays, once, unread and unchanged, whatever happens to its server.
@Suite(.enabled(if: TemporaryPostgreSQL.obstacle == nil, "PostgreSQL is installed"))
struct PostgreSQLCommitLogTests {
    private let database: LogDatabase

    init() throws { database = try LogDatabase() }

    private func code(_ body: () throws -> Void) -> CommitLogError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? CommitLogError)?.code
        }
    }

    @Test func commitsComeBackInTheirOrder() throws {
        let log = try database.log()
        #expect(try log.claim() == .none)
        var head = CommitHead.none
        for number in 1...5 {
            head = try log.append([UInt8](repeating: UInt8(number), count: number), after: head).head
        }
        #expect(head.number == 5)
        let other = try database.log()
        #expect(try other.claim() == head)
        let commits = try other.commits(after: .none)
        #expect(commits.map(\.changes.count) == [1, 2, 3, 4, 5] && commits.last?.head == head)
        #expect(zip(commits, commits.dropFirst()).allSatisfy { $0.time < $1.time })
        #expect(try other.commits(after: commits[2].head) == Array(commits[3...]))
        #expect(try other.commits(after: head) == [])
    }

    @Test func longCommitsComeInPages() throws {
        let log = try database.log()
        _ = try log.claim()
        var head = CommitHead.none
        for _ in 0..<5 { head = try log.append([UInt8](repeating: 1, count: 5 << 20), after: head).head }
        var (at, pages) = (CommitHead.none, 0)
        while case let page = try log.commits(after: at), let last = page.last { (at, pages) = (last.head, pages + 1) }
        #expect(at == head && pages == 2)
    }

    @Test func whoeverClaimsLaterStopsTheEarlier() throws {
        let (first, second) = (try database.log(), try database.log())
        _ = try first.claim()
        let head = try first.append([1], after: .none).head
        #expect(try second.claim() == head)
        #expect(code { _ = try first.append([2], after: head) } == .replaced)
        #expect(try second.append([3], after: head).head.number == 2)
        #expect(try database.server.sql("SELECT count(*) FROM kopilka_commits") == "2")
    }

    @Test func theSameNumberIsGivenOnce() throws {
        let log = try database.log()
        _ = try log.claim()
        _ = try log.append([1], after: .none)
        #expect(code { _ = try log.append([2], after: .none) } == .replaced)
    }

    @Test func theOwnerOfTheDatabaseReadsAndForgesNothing() throws {
        let log = try database.log()
        _ = try log.claim()
        var head = CommitHead.none
        for text in ["salary of Anna", "rent", "salary of Boris"] {
            head = try log.append(Array(text.utf8), after: head).head
        }
        let server = database.server
        #expect(try server.sql("SELECT count(*) FROM kopilka_commits WHERE position('Anna'::bytea IN body) > 0") == "0")
        let stranger = PostgreSQLCommitLog(try database.access(key: .random(count: 32)), clock: .system)
        #expect(code { _ = try stranger.commits(after: .none) } == .differs)
        for change in [
            "SET body = set_byte(body, 30, 255 - get_byte(body, 30)) WHERE number = 2",
            "SET body = (SELECT body FROM kopilka_commits WHERE number = 1) WHERE number = 2",
            "SET time_us = time_us + 1 WHERE number = 2", "SET epoch = epoch + 1 WHERE number = 2",
            "SET hash = (SELECT hash FROM kopilka_commits WHERE number = 1) WHERE number = 2",
            "SET number = number + 10 WHERE number > 1", "SET service = 'history' WHERE number = 1",
        ] {
            try server.sql("CREATE TABLE saved AS SELECT * FROM kopilka_commits")
            try server.sql("UPDATE kopilka_commits \(change)")
            #expect(code { _ = try log.commits(after: .none) } == .differs, "\(change)")
            try server.sql("DELETE FROM kopilka_commits")
            try server.sql("INSERT INTO kopilka_commits SELECT * FROM saved")
            try server.sql("DROP TABLE saved")
        }
        #expect(try log.commits(after: .none).count == 3, "and is whole again")
    }

    @Test func aServerOutOfReachIsToldAtOnce() throws {
        let log = try database.log()
        _ = try log.claim()
        let head = try log.append([1], after: .none).head
        database.server.kill()
        // The first append finds a dead connection, or none at all; both leave nothing behind.
        let began = ContinuousClock.now
        #expect(code { _ = try log.commits(after: head) } == .unreachable)
        #expect(code { _ = try log.append([2], after: head) } == .unreachable)
        #expect(.now - began < .seconds(15))
        try database.server.start()
        let (log2, next) = (try database.log(), head)
        #expect(try log2.claim() == next)
    }

    /// The server dies at any moment of an append, and comes back.
    @Test func aCommitInDoubtIsSettledWhenTheServerIsBack() throws {
        let doubts = Mutex(0)
        let log = try database.log(report: { _ in doubts.withLock { $0 += 1 } })
        _ = try log.claim()
        let isOver = Mutex(false)
        let server = database.server
        let killer = Thread {
            for _ in 0..<6 {
                usleep(UInt32.random(in: 5_000...60_000))
                server.kill()
                try? server.start()
            }
            isOver.withLock { $0 = true }
        }
        killer.start()
        var head = CommitHead.none
        var acknowledged: [[UInt8]] = []
        while !isOver.withLock({ $0 }) {
            let changes = Random.bytes(20)
            let outcome = Result { () throws(CommitLogError) in try log.append(changes, after: head) }
            switch outcome {
            case .success(let next):
                head = next.head
                acknowledged.append(changes)
            case .failure(let error):
                guard error.code == .unreachable else { throw error }
                usleep(2_000)
            }
        }
        let found = try all(log)
        #expect(found.map(\.changes) == acknowledged)
        #expect(found.last?.head ?? .none == head)
    }

    private func all(_ log: PostgreSQLCommitLog) throws -> [LoggedCommit] {
        var found: [LoggedCommit] = []
        while true {
            let page = try log.commits(after: found.last?.head ?? .none)
            if page.isEmpty { return found }
            found += page
        }
    }

    @Test func aRoleThatMayCreateNothingUsesTheTablesThatAreThere() throws {
        let log = try database.log()
        _ = try log.claim()
        let server = database.server
        try server.sql("CREATE ROLE limited LOGIN")
        try server.sql("REVOKE CREATE ON SCHEMA public FROM PUBLIC")
        let tables = ["leaders", "commits", "snapshots", "snapshot_parts"].map { "kopilka_\($0)" }
        try server.sql("GRANT SELECT, INSERT, UPDATE, DELETE ON \(tables.joined(separator: ", ")) TO limited")
        let access = LogAccess(
            url: try PostgreSQLURL(server.url("limited")), house: "house", service: "ledger",
            houseKey: database.houseKey)
        let other = PostgreSQLCommitLog(access, clock: .system)
        _ = try other.claim()
        #expect(try other.append([1], after: .none).head.number == 1)
    }

    @Test func whatIsTooLargeToBeReadIsNotWritten() throws {
        let log = try database.log()
        _ = try log.claim()
        #expect(code { _ = try log.append([UInt8](repeating: 0, count: 257 << 20), after: .none) } == .tooLarge)
        let head = try log.append([UInt8](repeating: 1, count: 80 << 20), after: .none).head
        #expect(try log.commits(after: .none).first?.changes.count == 80 << 20)
        #expect(head.number == 1)
    }

    /// A cancelled wait for a standby commits with a warning: the commit does not count before a later one is safe.
    @Test func aWarnedCommitWaitsUntilItIsSafe() throws {
        let server = database.server
        _ = try database.log().claim()
        let outcome = Mutex<CommitHead?>(nil)
        let mayBegin = Mutex(false)
        let deadline = ContinuousClock.now + .seconds(180)
        Thread { [database] in
            // The patience is short for a busy machine.
            var begun: (log: PostgreSQLCommitLog, head: CommitHead)?
            while begun == nil, ContinuousClock.now < deadline {
                guard let log = try? database.log(patience: .seconds(2)), let empty = try? log.claim() else { continue }
                begun = (try? log.append([1], after: empty)).map { (log: log, head: $0.head) }
            }
            guard let (log, head) = begun else { return }
            while !mayBegin.withLock({ $0 }) { usleep(1_000) }
            // The first attempt finds the connection lost.
            while outcome.withLock({ $0 }) == nil {
                let done = try? log.append([2], after: head).head
                outcome.withLock { $0 = done }
            }
        }.start()
        while try server.sql("SELECT count(*) FROM kopilka_commits") != "1", .now < deadline { usleep(10_000) }
        try server.sql("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
        // Sessions would read it again at moments of their own.
        server.kill()
        try server.start()
        mayBegin.withLock { $0 = true }
        func waiting() throws -> String {
            try server.sql(
                "SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND application_name LIKE 'kopilka%'")
        }
        while try waiting().isEmpty, .now < deadline { usleep(10_000) }
        try server.sql("SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'")
        // The row is there for all to see, and the append has not returned.
        while try server.sql("SELECT count(*) FROM kopilka_commits") != "2", .now < deadline { usleep(10_000) }
        usleep(300_000)
        #expect(outcome.withLock { $0 } == nil, "a warned commit is never acknowledged on its own")
        try server.sql("ALTER SYSTEM RESET synchronous_standby_names")
        try server.sql("SELECT pg_reload_conf()")
        while outcome.withLock({ $0 }) == nil, .now < deadline { usleep(10_000) }
        #expect(outcome.withLock { $0 }?.number == 2)
        #expect(try server.sql("SELECT count(*) FROM kopilka_commits") == "2")
    }
}
