import Coordination
import Domain
import Signals
import TestSupport
import Testing

@testable import AuthService

@Suite struct CheckCodeTests {
    @Test(arguments: StoreKind.allCases)
    func tellsWhetherACodeCountsAndUsesItUp(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let signedIn = try await house.registerAnna()
            func check(_ code: String, key: String? = nil) async throws -> AuthSignal.CodeResult {
                let signal = AuthSignal.CheckCode(userId: signedIn.user.id, code: code)
                return try await house.send(signal, asService: "ledger", key: key).result
            }
            #expect(try await check("123456") == .notEnrolled)
            let (app, recoveryCodes) = try await house.enrol(signedIn.session)
            let code = app.code(at: house.clock.now)
            #expect(try await check(recoveryCodes[0]) == .wrong, "a recovery code is for signing in")
            #expect(try await check(code, key: "k") == .accepted)
            #expect(try await check(code, key: "k") == .accepted, "the same request, which did not hear the answer")
            #expect(try await check(code, key: "other") == .wrong)
            #expect(try await house.fault(of: house.login(code: code), key: "k")?.code == .invalidCredentials)
            for _ in 0..<FailedAttempts.freeCount { _ = try await check("000 00") }
            house.clock.advance(by: .milliseconds(1))
            let signal = AuthSignal.CheckCode(userId: signedIn.user.id, code: app.code(at: house.clock.now + TOTP.step))
            let answer = try await house.send(signal, asService: "ledger")
            #expect(answer.result == .tooManyAttempts && (answer.retryAfterMs ?? 0) > 0)
            house.clock.advance(by: .seconds(30))
            #expect(try await house.send(signal, asService: "ledger").result == .accepted)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func aRecentSignInStandsForACodeWhereThereIsNone(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let signedIn = try await house.registerAnna()
            func check(_ session: String, of user: String? = nil) async throws -> AuthSignal.CodeResult {
                let signal = AuthSignal.CheckCode(userId: user ?? signedIn.user.id, sessionId: session)
                return try await house.send(signal, asService: "ledger").result
            }
            let session = signedIn.session.id
            #expect(try await check(session) == .accepted)
            #expect(try await check(session, of: "another") == .notEnrolled)
            #expect(try await check("none") == .notEnrolled)
            house.clock.advance(by: .seconds(600))
            #expect(try await check(session) == .notEnrolled)
            // A sign-in of now, and codes are on: nothing but a code does.
            _ = try await house.enrol(signedIn.session)
            #expect(try await check(session) == .wrong)
        }
    }

    @Test func onlyLedgerMayAsk() async throws {
        try await AuthHouse.with(.inMemory) { house in
            let signedIn = try await house.registerAnna()
            let (app, _) = try await house.enrol(signedIn.session)
            let signal = AuthSignal.CheckCode(userId: signedIn.user.id, code: app.code(at: house.clock.now))
            #expect(try await house.fault(of: signal)?.code == .unauthenticated)
            #expect(try await house.fault(of: signal, as: signedIn.session)?.code == .permissionDenied)
            for name in ["history", "notifications", "auth"] {
                let fault = await #expect(throws: Fault.self) { try await house.send(signal, asService: name) }
                #expect(fault?.code == .permissionDenied)
            }
            let empty = AuthSignal.CheckCode(userId: signedIn.user.id, code: " ")
            let fault = await #expect(throws: Fault.self) { try await house.send(empty, asService: "ledger") }
            #expect(fault?.code == .emptyField)
            let nobody = AuthSignal.CheckCode(userId: "nobody", code: "123456")
            #expect(try await house.send(nobody, asService: "ledger").result == .notEnrolled)
            #expect(try await house.send(signal, asService: "ledger").result == .accepted)
        }
    }
}
