import Domain
import Identity
import Sodium
import Storage
import TestSupport
import Testing

@testable import AuthService

/// Goal: a follower refuses the tokens of sessions that ended on the leader.
@Suite struct FollowingTests {
    private let folder = TemporaryDirectory()
    private let log = LogInMemory()

    @Test func endedSessionsFollow() async throws {
        let revoked = RevokedSessions()
        let sessions = SessionMaker(
            issuer: TokenIssuer(key: TokenSigningKey(), clock: .system), clock: .system, revoker: revoked)
        var options = StoreOptions()
        options.commitLog = { [log] in log.connect() }
        let leading = try await Store.open(
            at: folder.file("leader.db"), migrations: AuthMigrations.all, options: options)
        let leader = SQLiteAuthStore(leading, clock: .system)
        options.commitLog = nil
        options.followedHouse = log.house
        let follower = try await Store.open(
            at: folder.file("follower.db"), migrations: AuthMigrations.all, options: options)
        follower.onFollow(FollowedSessions(sessions).follow)

        let user = User(
            id: "u1", email: EmailAddress("ann@example.org"), username: nil, name: "Ann", passwordHash: "hash",
            createdAt: WallClock.system.now(), zone: nil)
        let (first, second) = (sessions.begin(for: "u1", device: nil), sessions.begin(for: "u1", device: nil))
        try await leader.write(deadline: nil, weight: 1) { transaction in
            try transaction.add(user)
            for issued in [first, second] {
                try sessions.keep(issued.session, in: transaction, noting: EndedSessions())
            }
        }
        try follower.follow(log)
        #expect(revoked.ids == [])
        try await leader.write(deadline: nil, weight: 1) { transaction in
            try sessions.end(first.session, at: WallClock.system.now(), in: transaction, noting: EndedSessions())
        }
        try follower.follow(log)
        #expect(revoked.ids == [first.session.id])
        try await leader.write(deadline: nil, weight: 1) { transaction in
            try sessions.end(second.session, at: WallClock.system.now(), in: transaction, noting: EndedSessions())
        }
        await leading.close()
        try await follower.lead(log)
        #expect(revoked.ids == [first.session.id, second.session.id])
        await follower.close()
    }
}
