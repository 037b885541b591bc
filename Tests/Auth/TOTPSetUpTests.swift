import Coordination
import Domain
import Signals
import Sodium
import TestSupport
import Testing

@testable import AuthService

@Suite struct TOTPSetUpTests {
    @Test(arguments: StoreKind.allCases)
    func needsThePasswordAndAFirstCode(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let session = try await house.registerAnna().session
            func fault<S: Signal>(_ signal: S) async throws -> FaultCode? {
                try await house.fault(of: signal, as: session)?.code
            }
            #expect(try await fault(AuthSignal.BeginTOTP(password: "")) == .emptyField)
            #expect(try await fault(AuthSignal.BeginTOTP(password: "wrong password 1")) == .invalidCredentials)
            #expect(try await fault(AuthSignal.ConfirmTOTP(code: "123456")) == .conflict, "nothing was begun")
            let begun = try await house.send(AuthSignal.BeginTOTP(password: AuthHouse.password), as: session)
            #expect(begun.secret.utf8.count == 32)
            #expect(
                begun.uri == "otpauth://totp/Kopilka:anna%40example.org?secret=\(begun.secret)&issuer=Kopilka"
                    + "&algorithm=SHA1&digits=6&period=30")
            #expect(try await house.fault(of: house.login()) == nil, "it counts for nothing yet")
            #expect(try await fault(AuthSignal.ConfirmTOTP(code: " ")) == .emptyField)
            #expect(try await fault(AuthSignal.ConfirmTOTP(code: "not a code")) == .wrongCode)
            let app = try AuthenticatorApp(secret: begun.secret)
            let confirm = AuthSignal.ConfirmTOTP(code: app.code(at: house.clock.now))
            let codes = try await house.send(confirm, as: session).recoveryCodes
            #expect(Set(codes).count == 10)
            let me = try await house.send(AuthSignal.Me(), as: session)
            #expect(me.totp && me.recoveryCodesLeft == 10)
            #expect(try await fault(confirm) == .conflict)
            #expect(try await fault(AuthSignal.BeginTOTP(password: AuthHouse.password)) == .conflict)
            #expect(try await house.fault(of: house.login())?.code == .codeRequired)
            #expect(try await house.eventTypes().filter { $0 == "auth.totpEnabled" }.count == 1)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func aSetUpIsOverAfterAQuarterOfAnHour(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let session = try await house.registerAnna().session
            let first = try await house.send(AuthSignal.BeginTOTP(password: AuthHouse.password), as: session)
            #expect(first.expiresAt - house.clock.now == TOTPFactor.longestSetUp)
            house.clock.advance(by: TOTPFactor.longestSetUp)
            let app = try AuthenticatorApp(secret: first.secret)
            let late = AuthSignal.ConfirmTOTP(code: app.code(at: house.clock.now))
            #expect(try await house.fault(of: late, as: session)?.code == .conflict)
            let second = try await house.send(AuthSignal.BeginTOTP(password: AuthHouse.password), as: session)
            #expect(second.secret != first.secret)
            #expect(try await house.fault(of: late, as: session)?.code == .wrongCode, "the first secret is gone")
        }
    }

    @Test(arguments: StoreKind.allCases)
    func endsTheOtherSessionsIfAsked(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let session = try await house.registerAnna().session
            let other = try await house.send(house.login()).session
            let begun = try await house.send(AuthSignal.BeginTOTP(password: AuthHouse.password), as: session)
            let app = try AuthenticatorApp(secret: begun.secret)
            let confirm = AuthSignal.ConfirmTOTP(code: app.code(at: house.clock.now), endOtherSessions: true)
            _ = try await house.send(confirm, as: session)
            #expect(house.revoked.ids == [other.id])
            #expect(try await house.send(AuthSignal.Sessions(), as: session).sessions.map(\.id) == [session.id])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func isTurnedOffWithPasswordAndCode(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let session = try await house.registerAnna().session
            let off = AuthSignal.DisableTOTP(password: AuthHouse.password, code: "123456")
            #expect(try await house.fault(of: off, as: session)?.code == .conflict)
            let (app, recoveryCodes) = try await house.enrol(session)
            let other = try await house.send(house.login(code: app.code(at: house.clock.now))).session
            #expect(try await house.fault(of: off, as: session)?.code == .wrongCode)
            let wrong = AuthSignal.DisableTOTP(password: "wrong password 1", code: recoveryCodes[0])
            #expect(try await house.fault(of: wrong, as: session)?.code == .invalidCredentials)
            let right = AuthSignal.DisableTOTP(
                password: AuthHouse.password, code: recoveryCodes[0], endOtherSessions: true)
            #expect(try await house.send(right, as: session).done)
            #expect(house.revoked.ids == [other.id])
            let me = try await house.send(AuthSignal.Me(), as: session)
            #expect(!me.totp && me.recoveryCodesLeft == 0)
            #expect(try await house.fault(of: house.login()) == nil)
            #expect(try await house.eventTypes().contains("auth.totpDisabled"))
            _ = try await house.enrol(session)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func newRecoveryCodesReplaceTheOld(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let session = try await house.registerAnna().session
            let (app, old) = try await house.enrol(session)
            let renew = AuthSignal.RenewRecoveryCodes(
                password: AuthHouse.password, code: app.code(at: house.clock.now))
            let new = try await house.send(renew, as: session).recoveryCodes
            #expect(Set(new).count == 10 && Set(new).isDisjoint(with: old))
            #expect(try await house.fault(of: renew, as: session)?.code == .wrongCode, "a code works once")
            #expect(try await house.fault(of: house.login(code: old[0]))?.code == .invalidCredentials)
            #expect(try await house.fault(of: house.login(code: new[0])) == nil)
            #expect(try await house.eventTypes().contains("auth.recoveryCodesRenewed"))
        }
    }

    @Test(arguments: StoreKind.allCases)
    func keepsNeitherSecretNorRecoveryCodesInTheClear(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let signedIn = try await house.registerAnna()
            let begun = try await house.send(AuthSignal.BeginTOTP(password: AuthHouse.password), as: signedIn.session)
            let kept = try #require(try await house.store.read { try $0.totp(of: signedIn.user.id) })
            let vault = FactorVault(key: .random(count: 32))
            #expect(throws: FactorVault.CannotOpen.self) { try vault.open(kept) }
            #expect(kept.sealedSecret.count == 20 + 40)
            #expect(!String(describing: kept).contains(begun.secret))
            let app = try AuthenticatorApp(secret: begun.secret)
            let codes = try await house.send(
                AuthSignal.ConfirmTOTP(code: app.code(at: house.clock.now)), as: signedIn.session
            ).recoveryCodes
            let digests = try await house.store.read { try $0.recoveryCodeDigests(of: signedIn.user.id) }
            #expect(Set(digests) == Set(codes.compactMap { RecoveryCode($0)?.digest }))
            #expect(digests.allSatisfy { $0.count == 32 })
        }
    }
}
