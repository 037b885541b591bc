import Coordination
import Domain
import Signals
import TestSupport
import Testing

@testable import AuthService

@Suite struct PasswordResetTests {
    private let new = "another harbour lamp 8"

    private func reset(
        _ login: String = "anna", recoveryCode: String? = nil, resetCode: String? = nil
    ) -> AuthSignal.ResetPassword {
        AuthSignal.ResetPassword(login: login, recoveryCode: recoveryCode, resetCode: resetCode, new: new)
    }

    @Test(arguments: StoreKind.allCases)
    func aResetCodeSetsANewPasswordOnceAndEndsAllSessions(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let sessions = [try await house.registerAnna().session, try await house.send(house.login()).session]
            let issued = try await house.send(AuthSignal.IssueReset(login: "ANNA@example.org"))
            #expect(issued.expiresAt - house.clock.now == PasswordReset.life)
            #expect(try await house.send(reset(resetCode: issued.resetCode.uppercased())).done)
            #expect(house.revoked.ids == Set(sessions.map(\.id)))
            #expect(try await house.fault(of: house.login())?.code == .invalidCredentials)
            let session = try await house.send(house.login("anna", new)).session
            #expect(
                try await house.send(AuthSignal.Sessions(), as: session).sessions.count == 1, "no automatic sign-in")
            #expect(try await house.fault(of: reset(resetCode: issued.resetCode))?.code == .invalidCredentials)
            let told = try await house.facts("auth.passwordReset", as: AuthEvent.PasswordReset.self)
            #expect(told.map(\.by) == [.resetCode])
            #expect(try await house.eventTypes().contains("auth.resetIssued"))
        }
    }

    @Test(arguments: StoreKind.allCases)
    func aResetCodeIsOverAfterHalfAnHourOrWhenAnotherIsMade(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            _ = try await house.registerAnna()
            let first = try await house.send(AuthSignal.IssueReset(login: "anna")).resetCode
            let second = try await house.send(AuthSignal.IssueReset(login: "anna")).resetCode
            #expect(try await house.fault(of: reset(resetCode: first))?.code == .invalidCredentials)
            house.clock.advance(by: PasswordReset.life)
            #expect(try await house.fault(of: reset(resetCode: second))?.code == .invalidCredentials)
            let third = try await house.send(AuthSignal.IssueReset(login: "anna")).resetCode
            house.clock.advance(by: PasswordReset.life + .microseconds(-1))
            #expect(try await house.fault(of: reset(resetCode: third)) == nil)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func aRecoveryCodeResetsOnceAndOneTimeCodesStayOn(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let (app, codes) = try await house.enrol(try await house.registerAnna().session)
            #expect(try await house.fault(of: reset(recoveryCode: codes[0])) == nil)
            #expect(try await house.fault(of: reset(recoveryCode: codes[0]))?.code == .invalidCredentials)
            #expect(try await house.fault(of: reset(resetCode: codes[1]))?.code == .invalidCredentials)
            #expect(try await house.fault(of: house.login("anna", new))?.code == .codeRequired)
            let session = try await house.send(
                house.login("anna", new, code: app.code(at: house.clock.now))
            ).session
            #expect(try await house.send(AuthSignal.Me(), as: session).recoveryCodesLeft == 9)
            let told = try await house.facts("auth.passwordReset", as: AuthEvent.PasswordReset.self)
            #expect(told.map(\.by) == [.recoveryCode])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func everyWayToFailLooksTheSameAndCostsTheSame(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            _ = try await house.registerAnna()
            _ = try await house.send(AuthSignal.IssueReset(login: "anna"))
            house.hasher.forget()
            let guess = RecoveryCode.random().text
            let failures = [
                reset("anna", resetCode: guess), reset("anna@example.org", recoveryCode: guess),
                reset("nobody", resetCode: guess), reset("nobody@example.org", recoveryCode: guess),
                reset("not a login!", resetCode: "123456"),
                reset("anna", recoveryCode: String(repeating: "x", count: 5000)),
            ]
            var faults: Set<Fault> = []
            for (index, failure) in failures.enumerated() {
                faults.insert(try #require(try await house.fault(of: failure)))
                #expect(house.hasher.hashes == index + 1)
            }
            #expect(faults.count == 1 && faults.first?.code == .invalidCredentials)
            for login in ["anna", "nobody"] {
                for _ in 0..<FailedAttempts.freeCount { _ = try await house.fault(of: reset(login, resetCode: guess)) }
                #expect(try await house.fault(of: reset(login, resetCode: guess))?.code == .tooManyAttempts)
            }
            #expect(try await house.fault(of: house.login("anna")) == nil, "signing in is counted apart")
        }
    }

    @Test func refusesInTheOrderOfTheContract() async throws {
        try await AuthHouse.with(.inMemory) { house in
            _ = try await house.registerAnna()
            func fault(_ signal: AuthSignal.ResetPassword) async throws -> Fault? { try await house.fault(of: signal) }
            #expect(try await fault(.init(login: " ", new: ""))?.field == "login")
            #expect(try await fault(.init(login: "anna", recoveryCode: " ", new: ""))?.field == "recoveryCode")
            #expect(try await fault(.init(login: "anna", resetCode: "", new: ""))?.field == "resetCode")
            #expect(try await fault(.init(login: "anna", resetCode: "x", new: ""))?.field == "new")
            #expect(try await fault(.init(login: "anna", new: new))?.code == .invalidArgument)
            #expect(try await fault(reset(recoveryCode: "x", resetCode: "x"))?.code == .invalidArgument)
            let weak = AuthSignal.ResetPassword(login: "anna", resetCode: "x", new: "password1")
            #expect(try await fault(weak)?.code == .weakPassword)
            let name = AuthSignal.ResetPassword(login: "anna@example.org", resetCode: "x", new: "anna@example.org")
            #expect(try await fault(name)?.code == .weakPassword)
            #expect(house.hasher.hashes == 1, "that of the registration")
            #expect(try await house.fault(of: AuthSignal.IssueReset(login: "nobody"))?.code == .notFound)
            #expect(try await house.fault(of: AuthSignal.IssueReset(login: ""))?.code == .emptyField)
        }
    }

    /// A refused password does not use up the code.
    @Test(arguments: StoreKind.allCases)
    func aRefusedPasswordLeavesTheCodeAsItWas(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            _ = try await house.send(
                AuthSignal.Register(
                    email: "anna@example.org", password: AuthHouse.password, name: "Anna Antonovna", username: "anna"))
            let code = try await house.send(AuthSignal.IssueReset(login: "anna")).resetCode
            let named = AuthSignal.ResetPassword(login: "anna", resetCode: code, new: "anna antonovna")
            #expect(try await house.fault(of: named)?.code == .weakPassword)
            #expect(try await house.fault(of: reset(resetCode: code)) == nil)
        }
    }
}
