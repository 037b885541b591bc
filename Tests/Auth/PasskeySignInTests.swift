import Coordination
import Domain
import Reasons
import Signals
import TestSupport
import Testing

@testable import AuthService

@Suite struct PasskeySignInTests {
    @Test(arguments: StoreKind.allCases)
    func aPasskeySignsInWithoutLoginPasswordAndCode(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let anna = try await house.registerAnna()
            let page = try await house.addPasskey(of: anna)
            _ = try await house.enrol(anna.session)
            let request = try await house.send(AuthSignal.BeginPasskeyLogin())
            #expect(request.publicKey.allowCredentials.isEmpty && request.publicKey.rpId == "localhost")
            #expect(request.publicKey.userVerification == "required")
            let login = AuthSignal.PasskeyLogin(assertion: page.use(request, of: anna.user.id), device: "phone")
            let signedIn = try await house.send(login)
            #expect(signedIn.user.id == anna.user.id && signedIn.deviceCookie == nil)
            #expect(try await house.send(AuthSignal.Me(), as: signedIn.session).user.id == anna.user.id)
            let sessions = try await house.send(AuthSignal.Sessions(), as: signedIn.session).sessions
            #expect(sessions.first { $0.id == signedIn.session.id }?.device == "passkey, phone")
            let used = try await house.send(AuthSignal.Passkeys(), as: signedIn.session).passkeys
            #expect(used.map(\.lastUsedAt) == [house.clock.now])
            #expect(try await house.signIn(page, anna).user.id == anna.user.id, "without a name of the device")
        }
    }

    @Test(arguments: StoreKind.allCases)
    func aChallengeIsAnsweredOnceAndInFiveMinutes(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let anna = try await house.registerAnna()
            let page = try await house.addPasskey(of: anna, count: 1)
            let request = try await house.send(AuthSignal.BeginPasskeyLogin())
            let login = AuthSignal.PasskeyLogin(
                assertion: page.with { $0.answer.count = 2 }.use(request, of: anna.user.id))
            let first = try await house.send(login, key: "k")
            let second = try await house.send(login, key: "k")
            #expect(first.session.id != second.session.id, "a repetition begins a session of its own")
            #expect(try await house.fault(of: login, key: "other")?.why == .passkeyChallengeOver)
            #expect(try await house.fault(of: login)?.why == .passkeyChallengeOver)
            let late = try await house.send(AuthSignal.BeginPasskeyLogin())
            let lateLogin = AuthSignal.PasskeyLogin(
                assertion: page.with { $0.answer.count = 3 }.use(late, of: anna.user.id))
            house.clock.advance(by: .seconds(300))
            #expect(try await house.fault(of: lateLogin)?.why == .passkeyChallengeOver)
            // What was used is forgotten when it has expired anyway.
            #expect(try await house.fault(of: login, key: "other")?.why == .passkeyChallengeOver)
            #expect(try await !house.eventTypes().contains("auth.passkeyCopied"))
        }
    }

    @Test(arguments: StoreKind.allCases)
    func aCounterThatDoesNotGrowIsRefusedAndTold(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let anna = try await house.registerAnna()
            let page = try await house.addPasskey(of: anna, count: 5)
            func reason(_ count: UInt32) async throws -> Reason? {
                let request = try await house.send(AuthSignal.BeginPasskeyLogin())
                let assertion = page.with { $0.answer.count = count }.use(request, of: anna.user.id)
                return try await house.fault(of: AuthSignal.PasskeyLogin(assertion: assertion))?.why
            }
            #expect(try await reason(6) == nil)
            for count: UInt32 in [6, 5, 0] { #expect(try await reason(count) == .passkeyCopied, "\(count)") }
            let told = try await house.facts("auth.passkeyCopied", as: AuthEvent.PasskeyChanged.self)
            #expect(told == Array(repeating: .init(userId: anna.user.id, name: "phone"), count: 3))
            #expect(try await reason(7) == nil, "the stored counter stayed")
            #expect(try await reason(.max) == nil)
        }
    }

    @Test func aProofWithAnOldCounterIsRefusedToo() async throws {
        try await AuthHouse.with(.sqlite) { house in
            let anna = try await house.registerAnna()
            let page = try await house.addPasskey(of: anna, count: 5)
            let request = try await house.send(AuthSignal.BeginPasskeyProof(), as: anna.session)
            let prove = AuthSignal.ProvePasskey(assertion: page.use(request, of: anna.user.id))
            #expect(try await house.fault(of: prove, as: anna.session)?.why == .passkeyCopied)
        }
    }

    @Test func everyOtherAnswerIsRefused() async throws {
        try await AuthHouse.with(.sqlite) { house in
            let anna = try await house.registerAnna()
            let page = try await house.addPasskey(of: anna)
            func reason(_ page: PasskeyPage, of user: String? = nil) async throws -> Reason? {
                let request = try await house.send(AuthSignal.BeginPasskeyLogin())
                let assertion = page.use(request, of: user ?? anna.user.id)
                return try await house.fault(of: AuthSignal.PasskeyLogin(assertion: assertion))?.why
            }
            #expect(try await reason(page) == nil)
            for origin in ["https://localhost:8080", "http://evil.example", "http://sub.localhost:8080", "null"] {
                #expect(try await reason(page.with { $0.origin = origin }) == .passkeyOfAnotherPage, "\(origin)")
            }
            #expect(try await reason(page.with { $0.isCrossOrigin = true }) == .passkeyOfAnotherPage)
            #expect(try await reason(page.with { $0.answer.relyingParty = "evil" }) == .passkeyOfAnotherPage)
            for flags: UInt8 in [0x00, 0x01, 0x04] {
                #expect(try await reason(page.with { $0.answer.flags = flags }) == .passkeyWithoutVerification)
            }
            #expect(try await reason(page.with { $0.answer.flags = 0x0D }) == .passkeyUnreadable, "can be copied now")
            #expect(try await reason(page.with { $0.answer.flags = 0x15 }) == .passkeyUnreadable, "copied")
            #expect(try await reason(page.with { $0.answer.extensions = [0] }) == .passkeyUnreadable, "too long")
            #expect(try await reason(page.with { $0.type = "webauthn.create" }) == .passkeyUnreadable)
            #expect(try await reason(page, of: "another") == .passkeyNotAccepted)
            #expect(try await reason(page.with { $0.handle = .some(nil) }) == .passkeyNotAccepted, "no user")
            #expect(try await reason(PasskeyPage()) == .passkeyNotAccepted, "of nobody")
            let creation = try await house.beginPasskey(anna.session).publicKey.challenge
            #expect(try await reason(page.with { $0.challenge = creation }) == .passkeyChallengeOver)
            let proof = try await house.send(AuthSignal.BeginPasskeyProof(), as: anna.session).publicKey.challenge
            #expect(try await reason(page.with { $0.challenge = proof }) == .passkeyChallengeOver)
        }
    }

    @Test func hostileFormsAreRefusedByTheirField() async throws {
        try await AuthHouse.with(.sqlite) { house in
            let anna = try await house.registerAnna()
            let page = try await house.addPasskey(of: anna)
            let right = page.use(try await house.send(AuthSignal.BeginPasskeyLogin()), of: anna.user.id)
            func field(_ assertion: AuthSignal.PasskeyAssertion) async throws -> String? {
                let fault = try await house.fault(of: AuthSignal.PasskeyLogin(assertion: assertion))
                return fault?.code == .invalidArgument ? fault?.field : "\(String(describing: fault))"
            }
            func changed(
                id: String? = nil, client: String? = nil, data: String? = nil, signature: String? = nil,
                handle: String? = nil
            ) -> AuthSignal.PasskeyAssertion {
                AuthSignal.PasskeyAssertion(
                    credentialId: id ?? right.credentialId, clientDataJSON: client ?? right.clientDataJSON,
                    authenticatorData: data ?? right.authenticatorData, signature: signature ?? right.signature,
                    userHandle: handle ?? right.userHandle)
            }
            for text in ["", "A", "AA==", "a b", "+A", String(repeating: "A", count: 20_000)] {
                #expect(try await field(changed(id: text)) == "assertion.credentialId", "\(text.prefix(9))")
                #expect(try await field(changed(client: text)) == "assertion.clientDataJSON")
                #expect(try await field(changed(data: text)) == "assertion.authenticatorData")
                #expect(try await field(changed(signature: text)) == "assertion.signature")
                #expect(try await field(changed(handle: text)) == "assertion.userHandle")
            }
            for count in stride(from: 4, to: right.authenticatorData.count, by: 4) {
                let cut = String(right.authenticatorData.prefix(count))
                #expect(try await field(changed(data: cut)) == "assertion.authenticatorData", "\(count) characters")
            }
            let long = AuthSignal.PasskeyLogin(assertion: right, device: String(repeating: "d", count: 101))
            #expect(try await house.fault(of: long)?.field == "device")
            #expect(try await house.fault(of: AuthSignal.PasskeyLogin(assertion: right)) == nil)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func failuresAreCountedDelayedAndToldAsThoseOfPasswords(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let anna = try await house.registerAnna()
            let page = try await house.addPasskey(of: anna)
            func fault(_ page: PasskeyPage, swappingSignature: Bool, from process: Int32 = 1) async throws -> Fault? {
                let request = try await house.send(AuthSignal.BeginPasskeyLogin())
                let right = page.use(request, of: anna.user.id)
                let other = PasskeyPage().use(request, of: anna.user.id)
                let assertion = AuthSignal.PasskeyAssertion(
                    credentialId: right.credentialId, clientDataJSON: right.clientDataJSON,
                    authenticatorData: right.authenticatorData,
                    signature: swappingSignature ? other.signature : right.signature, userHandle: right.userHandle)
                return try await house.fault(of: AuthSignal.PasskeyLogin(assertion: assertion), from: process)
            }
            let unknown = PasskeyPage()
            for _ in 0..<FailedAttempts.freeCount {
                let wrong = try await fault(page, swappingSignature: true)
                let nobody = try await fault(unknown, swappingSignature: false)
                #expect(wrong?.why == .passkeyNotAccepted && wrong == nobody, "nothing is told of who has which")
            }
            #expect(try await fault(page, swappingSignature: false)?.code == .tooManyAttempts)
            #expect(try await fault(unknown, swappingSignature: false)?.code == .tooManyAttempts)
            let told = try await house.facts("auth.signInsFailed", as: AuthEvent.SignInsFailed.self)
            #expect(told == [AuthEvent.SignInsFailed(userId: anna.user.id, count: 5, by: .passkey)])
            #expect(try await fault(page, swappingSignature: false, from: 2) == nil, "the owner is elsewhere")
        }
    }
}
