import Coordination
import Domain
import Signals
import Storage
import TestSupport
import Testing

@testable import AuthService

@Suite struct SQLiteAuthStoreTests {
    @Test func everythingSurvivesARestart() async throws {
        try await TemporaryDatabase.with { database in
            let clock = SteppedClock()
            var session: AuthSignal.Session?
            try await AuthHouse.with(database, clock: clock) { session = try await $0.registerAnna().session }
            let kept = try #require(session)
            try await AuthHouse.with(database, clock: clock) { house async throws in
                #expect(try await house.fault(of: house.login("anna")) == nil)
                #expect(try await house.fault(of: AuthSignal.Refresh(refreshToken: kept.refreshToken)) == nil)
                #expect(
                    try await house.eventTypes() == ["auth.userRegistered", "auth.signedIn", "auth.signedIn"])
            }
        }
    }

    @Test func aFailedTransactionLeavesNothing() async throws {
        struct Stop: Error {}
        try await AuthHouse.with(.sqlite) { house in
            let user = try await house.registerAnna().user
            await #expect(throws: Stop.self) {
                try await house.store.write(deadline: nil) { transaction in
                    try transaction.setPasswordHash("other", of: user.id)
                    try transaction.record(.passwordChanged(userID: user.id), at: house.clock.now)
                    throw Stop()
                }
            }
            #expect(try await house.fault(of: house.login("anna")) == nil)
            #expect(try await !house.eventTypes().contains("auth.passwordChanged"))
        }
    }

    @Test func sweepsWhatNobodyNeedsAnyMore() async throws {
        try await TemporaryDatabase.with { database in
            let clock = SteppedClock()
            let store = try await Store.open(at: database.path, migrations: AuthMigrations.all)
            let start = clock.now
            try await store.write { writer in
                let transaction = SQLiteAuthTransaction(transaction: writer)
                let email = try #require(EmailAddress("a@example.org"))
                try transaction.add(
                    User(id: "u", email: email, username: nil, name: "A", passwordHash: "h", createdAt: start))
                for index in 0..<20 {
                    let key = LoginKey(login: "\(index)")
                    try transaction.setAttempts(FailedAttempts(count: 1, lastAt: start + .seconds(index)), by: key)
                    try transaction.save(
                        AuthSession(
                            id: "\(index)", userID: "u", device: nil, createdAt: start + .seconds(index * 86_400),
                            tokenExpiresAt: start, refreshDigest: [1]))
                }
                try transaction.add(
                    Registration(keyDigest: [1], contentDigest: [2], userID: "u", createdAt: start))
                try transaction.sweep(at: start + .seconds(86_410))
                #expect(try transaction.attempts(by: LoginKey(login: "9")) == .none)
                #expect(try transaction.attempts(by: LoginKey(login: "10")).count == 1)
                #expect(try transaction.registration(keyDigest: [1]) == nil)
                #expect(try transaction.sessions(of: "u").count == 20)
                try transaction.sweep(at: start + .seconds(20 * 86_400))
                #expect(try transaction.sessions(of: "u").count == 13)
            }
            await store.close()
        }
    }
}
