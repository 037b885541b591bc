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
    func aRecentSignInStandsForACodeWhereThereIsNeitherCodeNorPassword(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let signedIn = try await TelegramRoom(house).signIn()
            func check(_ session: String, of user: String? = nil) async throws -> AuthSignal.CodeResult {
                let signal = AuthSignal.CheckCode(userId: user ?? signedIn.userId, sessionId: session)
                return try await house.send(signal, asService: "ledger").result
            }
            #expect(try await check(signedIn.id) == .proved)
            #expect(try await check(signedIn.id, of: "another") == .notEnrolled)
            #expect(try await check("none") == .notEnrolled)
            #expect(try await house.fault(of: AuthSignal.Prove(password: "none"), as: signedIn)?.code == .conflict)
            house.clock.advance(by: .seconds(600))
            #expect(try await check(signedIn.id) == .notEnrolled)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func thePasswordProvesForAWhileInTheSessionThatGaveIt(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let anna = try await house.registerAnna().session
            let other = try await house.send(house.login()).session
            let proof = try await house.send(AuthSignal.Prove(password: AuthHouse.password), as: anna)
            #expect(proof.expiresAt == house.clock.now + SessionProofs.life)
            func check(
                _ code: String? = nil, in session: AuthSignal.Session? = nil, by service: String = "notifications"
            ) async throws -> AuthSignal.CodeResult {
                let signal = AuthSignal.CheckCode(userId: anna.userId, code: code, sessionId: (session ?? anna).id)
                return try await house.send(signal, asService: service).result
            }
            // A recent sign-in does not replace the password: the session may have been stolen since.
            for service in ["ledger", "notifications"] {
                #expect(try await check(by: service) == .passwordNeeded)
                #expect(try await check(proof.proof, by: service) == .proved)
            }
            for wrong in ["A", "123456", proof.proof + "A", String(repeating: "A", count: 64)] {
                #expect(try await check(wrong) == .passwordNeeded, "\(wrong)")
            }
            #expect(try await check(proof.proof, in: other) == .passwordNeeded, "of another session")
            house.clock.advance(by: SessionProofs.life - .milliseconds(1))
            #expect(try await check(proof.proof) == .proved)
            house.clock.advance(by: .milliseconds(1))
            #expect(try await check(proof.proof) == .passwordNeeded)
            let next = try await house.send(AuthSignal.Prove(password: AuthHouse.password), as: anna)
            _ = try await house.send(AuthSignal.Logout(), as: anna)
            #expect(try await check(next.proof) == .notEnrolled, "the session is over")
        }
    }

    @Test(arguments: StoreKind.allCases)
    func whereCodesAreOnNothingButACodeDoes(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let anna = try await house.registerAnna().session
            let early = try await house.send(AuthSignal.Prove(password: AuthHouse.password), as: anna)
            let (app, _) = try await house.enrol(anna)
            func check(_ code: String?) async throws -> AuthSignal.CodeResult {
                let signal = AuthSignal.CheckCode(userId: anna.userId, code: code, sessionId: anna.id)
                return try await house.send(signal, asService: "notifications").result
            }
            #expect(try await check(nil) == .wrong)
            #expect(try await check(early.proof) == .wrong, "of before codes were on")
            #expect(
                try await house.fault(of: AuthSignal.Prove(password: AuthHouse.password), as: anna)?.code == .conflict)
            #expect(try await check(app.code(at: house.clock.now)) == .accepted)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func passwordsThatAreTriedOutAsProofsAreCountedLikeAnyOther(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let anna = try await house.registerAnna().session
            #expect(try await house.fault(of: AuthSignal.Prove(password: ""), as: anna)?.code == .emptyField)
            #expect(try await house.fault(of: AuthSignal.Prove(password: "x"))?.code == .unauthenticated)
            for _ in 0..<FailedAttempts.freeCount {
                #expect(
                    try await house.fault(of: AuthSignal.Prove(password: "wrong one"), as: anna)?.code
                        == .invalidCredentials)
            }
            let right = AuthSignal.Prove(password: AuthHouse.password)
            #expect(try await house.fault(of: right, as: anna)?.code == .tooManyAttempts)
            house.clock.advance(by: .seconds(3600))
            #expect(try await house.fault(of: right, as: anna) == nil)
        }
    }

    @Test func peopleMayNotAsk() async throws {
        try await AuthHouse.with(.inMemory) { house in
            let signedIn = try await house.registerAnna()
            let (app, _) = try await house.enrol(signedIn.session)
            let signal = AuthSignal.CheckCode(userId: signedIn.user.id, code: app.code(at: house.clock.now))
            #expect(try await house.fault(of: signal)?.code == .unauthenticated)
            #expect(try await house.fault(of: signal, as: signedIn.session)?.code == .permissionDenied)
            let empty = AuthSignal.CheckCode(userId: signedIn.user.id, code: " ")
            let fault = await #expect(throws: Fault.self) { try await house.send(empty, asService: "ledger") }
            #expect(fault?.code == .emptyField)
            let nobody = AuthSignal.CheckCode(userId: "nobody", code: "123456")
            #expect(try await house.send(nobody, asService: "ledger").result == .notEnrolled)
            #expect(try await house.send(signal, asService: "ledger").result == .accepted)
        }
    }
}
