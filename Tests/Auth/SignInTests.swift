import Coordination
import Domain
import Signals
import TestSupport
import Testing

@testable import AuthService

@Suite struct SignInTests {
    @Test(arguments: StoreKind.allCases)
    func signsInByEmailOrUserName(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let registered = try await house.registerAnna()
            for login in ["anna@example.org", "ANNA@Example.ORG", " anna@example.org ", "anna", "Anna"] {
                let answer = try await house.send(house.login(login, device: "laptop"))
                #expect(answer.user == registered.user)
            }
            let sessions = try await house.send(AuthSignal.Sessions(), as: registered.session).sessions
            #expect(sessions.count == 6)
            #expect(sessions.filter { $0.device == "laptop" }.count == 5)
            #expect(sessions.filter(\.isCurrent).map(\.id) == [registered.session.id])
            let signedIn = try await house.facts("auth.signedIn", as: AuthEvent.SignedInEvent.self)
            #expect(signedIn.count == 6)
            #expect(signedIn.last?.device == "laptop")
        }
    }

    @Test(arguments: StoreKind.allCases)
    func everyWayToFailLooksTheSameAndCostsTheSame(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            _ = try await house.registerAnna()
            house.hasher.forget()
            var faults: Set<Fault> = []
            let failures = [
                house.login("anna", "wrong password 1"), house.login("nobody"), house.login("nobody@example.org"),
                house.login("not a login!"), house.login(String(repeating: "x", count: 5000)),
                house.login("anna", String(repeating: "x", count: 5000)),
            ]
            for (index, failure) in failures.enumerated() {
                faults.insert(try #require(try await house.fault(of: failure)))
                #expect(house.hasher.verifications == index + 1)
            }
            #expect(faults.count == 1)
            #expect(faults.first?.code == .invalidCredentials)
            #expect(house.hasher.hashes == 0)
        }
    }

    @Test func emptyFieldsAreNamed() async throws {
        try await AuthHouse.with(.inMemory) { house async throws in
            #expect(try await house.fault(of: house.login("", ""))?.field == "login")
            #expect(try await house.fault(of: house.login(" ", "x"))?.code == .emptyField)
            #expect(try await house.fault(of: house.login("anna", ""))?.field == "password")
            let long = house.login(device: String(repeating: "x", count: 101))
            #expect(try await house.fault(of: long)?.field == "device")
        }
    }

    @Test(arguments: StoreKind.allCases)
    func spacesAndCaseOfAPasswordCount(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let password = " Зелёная гавань 7 "
            _ = try await house.send(AuthSignal.Register(email: "a@example.org", password: password))
            #expect(try await house.fault(of: house.login("a@example.org", password)) == nil)
            for other in ["Зелёная гавань 7", " зелёная гавань 7 "] {
                #expect(try await house.fault(of: house.login("a@example.org", other))?.code == .invalidCredentials)
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func hashesAnewWhenTheParametersHaveChanged(kind: StoreKind) async throws {
        let hasher = CountingHasher(generation: 2)
        try await AuthHouse.with(kind, hasher: hasher) { house in
            let registered = try await house.registerAnna()
            let old = try await CountingHasher(generation: 1).hash(AuthHouse.password)
            try await house.store.write(deadline: nil) { try $0.setPasswordHash(old, of: registered.user.id) }
            hasher.forget()
            _ = try await house.send(house.login())
            #expect(hasher.hashes == 1)
            let hash = try await house.store.read { try $0.user(id: registered.user.id)?.passwordHash }
            #expect(hash?.hasPrefix("2$") == true)
            _ = try await house.send(house.login())
            #expect(hasher.hashes == 1)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func theFiftyFirstSessionEndsTheOneUsedLongestAgo(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let first = try await house.registerAnna().session
            for _ in 1..<AuthSession.mostPerUser {
                house.clock.advance(by: .seconds(1))
                _ = try await house.send(house.login())
            }
            #expect(house.revoked.ids.isEmpty)
            house.clock.advance(by: .seconds(1))
            let last = try await house.send(house.login()).session
            #expect(house.revoked.ids == [first.id])
            let sessions = try await house.send(AuthSignal.Sessions(), as: last).sessions
            #expect(sessions.count == AuthSession.mostPerUser)
            #expect(sessions.first?.id == last.id, "the newest first")
        }
    }

    @Test func aPasswordIsNotCheckedWhenNobodyWaitsAnyMore() async throws {
        try await AuthHouse.with(.inMemory) { house in
            _ = try await house.registerAnna()
            house.hasher.forget()
            let fault = try await house.fault(of: house.login(), deadline: WallClock.system.now())
            #expect(fault?.code == .deadlineExceeded)
            #expect(house.hasher.verifications == 0)
        }
    }
}
