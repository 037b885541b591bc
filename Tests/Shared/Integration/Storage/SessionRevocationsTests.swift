import Coordination
import Domain
import Foundation
import Storage
import Synchronization
import TestSupport
import Testing

@Suite struct SessionRevocationsTests {
    private let folder: TemporaryDirectory
    private let now = Instant(microseconds: 1_800_000_000_000_000)

    init() throws { folder = TemporaryDirectory() }

    /// Records revocations.
    private final class Revoked: Sendable {
        private let sessions = Mutex<[String: Instant]>([:])
        var all: [String: Instant] { sessions.withLock { $0 } }
        func add(_ id: String, _ expiresAt: Instant) { sessions.withLock { $0[id] = expiresAt } }
    }

    private func withRevocations(
        at now: Instant, _ body: (SessionRevocations, Revoked) async throws -> Void
    ) async throws {
        let store = try await Store.open(
            at: folder.path + "/store.sqlite3", migrations: [Migration(1, SessionRevocations.schema)])
        let revoked = Revoked()
        let revocations = SessionRevocations(store: store, clock: WallClock { now }, revoke: revoked.add)
        do { try await body(revocations, revoked) } catch {
            await store.close()
            throw error
        }
        await store.close()
    }

    private func ended(_ sequence: Int64, _ session: String, expiresAt: Instant) -> Event {
        let data = """
            {"userId":"u1","sessionId":"\(session)","expiresAt":"\(expiresAt)","reason":"said by a later auth"}
            """
        return Event(
            sequence: sequence, type: "auth.sessionEnded", subject: "u1", time: now, data: Array(data.utf8))
    }

    private func registered(_ sequence: Int64) -> Event {
        Event(sequence: sequence, type: "auth.userRegistered", subject: "u1", time: now, data: Array("{}".utf8))
    }

    @Test func followersRevokeWhatTheLeaderHasRead() async throws {
        let (log, revoked) = (LogInMemory(), Revoked())
        var options = StoreOptions()
        options.commitLog = { log.connect() }
        let migrations = [Migration(1, SessionRevocations.schema)]
        let leader = try await Store.open(
            at: folder.file("leader.db"), migrations: migrations, options: options)
        let reading = SessionRevocations(store: leader, clock: WallClock { [now] in now }) { _, _ in }
        options.commitLog = nil
        options.followedHouse = log.house
        let follower = try await Store.open(
            at: folder.file("follower.db"), migrations: migrations, options: options)
        // The table is not there yet.
        try await SessionRevocations(store: follower, clock: .system, revoke: revoked.add).restore()
        let expiry = now + .seconds(900)
        try await reading.handle([ended(1, "s1", expiresAt: expiry)])
        try follower.follow(log)
        #expect(revoked.all == ["s1": expiry])
        try await reading.handle([registered(2), ended(3, "s2", expiresAt: expiry)])
        try follower.follow(log)
        #expect(revoked.all == ["s1": expiry, "s2": expiry])
        try await reading.handle([ended(4, "s3", expiresAt: expiry)])
        await leader.close()
        try await follower.lead(log)
        #expect(revoked.all.keys.sorted() == ["s1", "s2", "s3"])
        await follower.close()
    }

    @Test func endedSessionsAreRevokedNowAndAfterARestart() async throws {
        let expiry = now + .seconds(900)
        try await withRevocations(at: now) { revocations, revoked in
            try await revocations.handle([registered(1), ended(2, "s1", expiresAt: expiry), registered(3)])
            #expect(revoked.all == ["s1": expiry])
            #expect(try await revocations.cursor() == 3)
        }
        try await withRevocations(at: now) { revocations, revoked in
            #expect(try await revocations.cursor() == 3)
            try await revocations.restore()
            #expect(revoked.all == ["s1": expiry])
        }
    }

    @Test func aPageThatComesAgainChangesNothing() async throws {
        try await withRevocations(at: now) { revocations, _ in
            try await revocations.handle([ended(1, "s1", expiresAt: now), registered(2)])
            try await revocations.handle([ended(1, "s1", expiresAt: now)])
            let cursor = try await revocations.cursor()
            #expect(cursor == 2)
        }
    }

    @Test func sessionsWhoseTokensExpiredLongAgoAreForgotten() async throws {
        try await withRevocations(at: now) { revocations, _ in
            try await revocations.handle([ended(1, "old", expiresAt: now + .seconds(900))])
        }
        try await withRevocations(at: now + .seconds(86_400)) { revocations, _ in
            try await revocations.handle([ended(2, "new", expiresAt: now + .seconds(86_400))])
        }
        try await withRevocations(at: now) { revocations, revoked in
            try await revocations.restore()
            #expect(revoked.all.keys.sorted() == ["new"])
        }
    }

    @Test func anEventThatNamesNoSessionStopsThePage() async throws {
        try await withRevocations(at: now) { revocations, _ in
            let broken = Event(
                sequence: 1, type: "auth.sessionEnded", subject: "u1", time: now, data: Array("{}".utf8))
            await #expect { try await revocations.handle([broken]) } throws: {
                ($0 as? Fault)?.code == .internalFault
            }
            let cursor = try await revocations.cursor()
            #expect(cursor == 0)
        }
    }
}
