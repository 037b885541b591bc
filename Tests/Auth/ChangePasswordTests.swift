import Coordination
import Domain
import Signals
import Testing

@testable import AuthService

@Suite struct ChangePasswordTests {
    private let new = "another harbour lamp 8"

    @Test(arguments: StoreKind.allCases)
    func changesThePasswordAndEndsAllOtherSessions(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let session = try await house.registerAnna().session
            let others = [
                try await house.send(house.login()).session, try await house.send(house.login()).session,
            ]
            let change = AuthSignal.ChangePassword(current: AuthHouse.password, new: new)
            #expect(try await house.send(change, as: session).done)
            #expect(house.revoked.ids == Set(others.map(\.id)))
            #expect(try await house.send(AuthSignal.Sessions(), as: session).sessions.map(\.id) == [session.id])
            #expect(try await house.fault(of: house.login())?.code == .invalidCredentials)
            #expect(try await house.fault(of: house.login("anna", new)) == nil)
            let types = try await house.eventTypes()
            #expect(types.filter { $0 == "auth.passwordChanged" }.count == 1)
            #expect(types.filter { $0 == "auth.sessionEnded" }.count == 2)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func refusesInTheOrderOfTheContract(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let session = try await house.registerAnna().session
            func fault(_ current: String, _ new: String) async throws -> Fault? {
                try await house.fault(of: AuthSignal.ChangePassword(current: current, new: new), as: session)
            }
            #expect(try await fault("", "")?.field == "current")
            #expect(try await fault("x", "")?.field == "new")
            let wrong = try await fault("wrong password 1", "weak")
            #expect(wrong?.code == .invalidCredentials && wrong?.field == "current")
            #expect(wrong?.reason == "passwordWrong", "nobody typed a login")
            #expect(try await fault(AuthHouse.password, "weak")?.code == .weakPassword)
            #expect(try await fault(AuthHouse.password, "weak")?.field == "new")
            #expect(try await fault(AuthHouse.password, "password123")?.code == .weakPassword)
            for _ in 1..<FailedAttempts.freeCount { _ = try await fault("wrong password 1", new) }
            #expect(try await fault(AuthHouse.password, new)?.code == .tooManyAttempts)
            #expect(try await house.fault(of: house.login()) == nil, "signing in is counted apart")
            #expect(try await house.eventTypes().contains("auth.passwordChanged") == false)
        }
    }
}
