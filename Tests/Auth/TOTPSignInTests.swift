import Coordination
import Domain
import Signals
import Sodium
import TestSupport
import Testing

@testable import AuthService

@Suite struct TOTPSignInTests {
    @Test(arguments: StoreKind.allCases)
    func onlyTheRightPasswordIsAskedForACode(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let (app, _) = try await house.enrol(try await house.registerAnna().session)
            #expect(try await house.fault(of: house.login())?.code == .codeRequired)
            let wrong = try await house.fault(of: house.login("anna", "wrong password 1"))
            let nobody = try await house.fault(of: house.login("nobody", "wrong password 1"))
            #expect(wrong?.code == .invalidCredentials && wrong == nobody)
            #expect(try await house.fault(of: house.login(code: ""))?.field == "code")
            #expect(try await house.fault(of: house.login(code: app.code(at: house.clock.now))) == nil)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func aCodeWorksOnce(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let (app, _) = try await house.enrol(try await house.registerAnna().session)
            let start = house.clock.now
            let code = app.code(at: start)
            #expect(try await house.fault(of: house.login(code: code), key: "first") == nil)
            #expect(try await house.fault(of: house.login(code: code), key: "second")?.code == .invalidCredentials)
            #expect(try await house.fault(of: house.login(code: code))?.code == .invalidCredentials)
            #expect(
                try await house.fault(of: house.login(code: code), key: "first") == nil, "it did not hear the answer")
            let before = app.code(at: start + .seconds(-30))
            #expect(try await house.fault(of: house.login(code: before))?.code == .invalidCredentials)
            let after = app.code(at: start + TOTP.step)
            #expect(try await house.fault(of: house.login(code: after)) == nil, "a clock that runs ahead")
            #expect(try await house.fault(of: house.login(code: code), key: "first")?.code == .invalidCredentials)
        }
    }

    /// Sent concurrently: the transaction decides which one is first.
    @Test func aCodeWorksOnceForThoseWhoSendItTogether() async throws {
        try await AuthHouse.with(.sqlite) { house in
            let (app, _) = try await house.enrol(try await house.registerAnna().session)
            let code = app.code(at: house.clock.now)
            let done = await withTaskGroup(of: Bool.self) { group in
                for login in ["anna", "anna@example.org", "ANNA", " anna", "Anna@Example.org"] {
                    group.addTask { (try? await house.fault(of: house.login(login, code: code))) == .some(nil) }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(done == 1)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func aWrongCodeIsToldAndCountedLikeAWrongPassword(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let (app, _) = try await house.enrol(try await house.registerAnna().session)
            house.hasher.forget()
            let failures = [
                house.login("anna", code: "no code"), house.login("anna", "wrong password 1", code: "no code"),
                house.login("anna", "wrong password 1", code: app.code(at: house.clock.now)),
                house.login("anna", code: String(repeating: "1", count: 5000)),
                house.login("anna", code: RecoveryCode.random().text),
            ]
            var faults: Set<Fault> = []
            for failure in failures { faults.insert(try #require(try await house.fault(of: failure))) }
            #expect(faults.count == 1 && faults.first?.code == .invalidCredentials)
            #expect(house.hasher.verifications == failures.count)
            let right = house.login("anna", code: app.code(at: house.clock.now))
            #expect(try await house.fault(of: right)?.code == .tooManyAttempts)
            house.clock.advance(by: .seconds(2))
            #expect(try await house.fault(of: right) == nil)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func wrongCodesAreCountedByUserWhateverTheLogin(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let (app, recoveryCodes) = try await house.enrol(try await house.registerAnna().session)
            for _ in 0..<3 { _ = try await house.fault(of: house.login("anna", code: "no code")) }
            for _ in 0..<2 { _ = try await house.fault(of: house.login("anna@example.org", code: "no code")) }
            let right = house.login("anna", code: app.code(at: house.clock.now))
            let fault = try await house.fault(of: right)
            #expect(fault?.code == .tooManyAttempts && (fault?.retryAfterMilliseconds ?? 0) > 0)
            let recovery = house.login("anna", code: recoveryCodes[3])
            #expect(try await house.fault(of: recovery) == nil, "the owner has another way in")
            #expect(try await house.fault(of: right) == nil, "and clears the count with it")
        }
    }

    @Test(arguments: StoreKind.allCases)
    func aRecoveryCodeStandsInOnce(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let session = try await house.registerAnna().session
            let (_, codes) = try await house.enrol(session)
            #expect(try await house.fault(of: house.login(code: codes[0].uppercased())) == nil)
            #expect(try await house.fault(of: house.login(code: codes[0]))?.code == .invalidCredentials)
            #expect(try await house.send(AuthSignal.Me(), as: session).recoveryCodesLeft == 9)
            let used = try await house.facts("auth.recoveryCodeUsed", as: AuthEvent.RecoveryCodeUsed.self)
            #expect(used.map(\.left) == [9])
        }
    }

    @Test func withoutCodesSetUpACodeIsNotLookedAt() async throws {
        try await AuthHouse.with(.inMemory) { house in
            _ = try await house.registerAnna()
            #expect(try await house.fault(of: house.login(code: "123456")) == nil)
        }
    }

    @Test func aCodeThatWasUsedStaysUsedAfterARestartAndTheSecretStillOpens() async throws {
        let key = SecretBytes.random(count: SecretBox.keyCount)
        try await TemporaryDatabase.with { database in
            let clock = SteppedClock()
            var app: AuthenticatorApp?
            try await AuthHouse.with(database, clock: clock, vaultKey: key) { house async throws in
                app = try await house.enrol(try await house.registerAnna().session).app
                _ = try await house.send(house.login(code: try #require(app).code(at: clock.now)))
            }
            let known = try #require(app)
            try await AuthHouse.with(database, clock: clock, vaultKey: key) { house async throws in
                let again = house.login(code: known.code(at: clock.now))
                #expect(try await house.fault(of: again)?.code == .invalidCredentials)
                clock.advance(by: TOTP.step)
                #expect(try await house.fault(of: house.login(code: known.code(at: clock.now))) == nil)
            }
            clock.advance(by: TOTP.step)
            try await AuthHouse.with(database, clock: clock) { house async throws in
                await #expect(throws: FactorVault.CannotOpen.self, "another key is a fault of ours and lets nobody in")
                {
                    try await house.send(house.login(code: known.code(at: clock.now)))
                }
            }
        }
    }
}
