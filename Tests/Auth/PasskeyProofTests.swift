import Coordination
import Domain
import Reasons
import Signals
import TestSupport
import Testing

@testable import AuthService

@Suite struct PasskeyProofTests {
    private func check(
        _ code: String, _ user: AuthSignal.SignedIn, in house: AuthHouse, order: String? = nil, key: String? = nil,
        session: String? = nil
    ) async throws -> AuthSignal.CodeResult {
        let signal = AuthSignal.CheckCode(
            userId: user.user.id, code: code, sessionId: session ?? user.session.id, order: order)
        return try await house.send(signal, asService: "ledger", key: key).result
    }

    @Test(arguments: StoreKind.allCases)
    func aProofTakesThePlaceOfACodeOnceInItsSession(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let anna = try await house.registerAnna()
            let page = try await house.addPasskey(of: anna)
            for isEnrolled in [false, true] {
                if isEnrolled { _ = try await house.enrol(anna.session) }
                let proof = try await house.prove(page, anna)
                #expect(proof.utf8.count <= 128, "services take so much in the place of a code")
                let other = try await house.signIn(page, anna).session.id
                #expect(try await check(proof, anna, in: house, session: other) == .wrong, "of another session")
                #expect(try await check(proof, anna, in: house, order: "o1") == .wrong, "of no order")
                #expect(try await check(proof, anna, in: house, key: "k") == .accepted)
                #expect(try await check(proof, anna, in: house, key: "k") == .accepted, "the same request")
                #expect(try await check(proof, anna, in: house, key: "other") == .wrong)
                let late = try await house.prove(page, anna)
                house.clock.advance(by: .seconds(300))
                #expect(try await check(late, anna, in: house) == .wrong)
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func aProofForAnOrderConfirmsThatOrderAlone(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let anna = try await house.registerAnna()
            let page = try await house.addPasskey(of: anna)
            let proof = try await house.prove(page, anna, order: "order-1")
            for order in [nil, "order-2", "order", "order-1 "] {
                do {
                    #expect(try await check(proof, anna, in: house, order: order) == .wrong)
                } catch let fault as Fault { #expect(fault.code == .invalidArgument && order == "order-1 ") }
            }
            let begin = AuthSignal.BeginPasskey(code: proof)
            #expect(try await house.fault(of: begin, as: anna.session)?.code == .wrongCode)
            #expect(try await check(proof, anna, in: house, order: "order-1", key: "k") == .accepted)
            #expect(try await check(proof, anna, in: house, order: "order-1") == .wrong, "used")
            // The challenge, too, is for its order.
            let request = try await house.send(AuthSignal.BeginPasskeyProof(order: "order-1"), as: anna.session)
            let assertion = page.use(request, of: anna.user.id)
            for order in [nil, "order-2"] {
                let prove = AuthSignal.ProvePasskey(assertion: assertion, order: order)
                #expect(try await house.fault(of: prove, as: anna.session)?.why == .passkeyChallengeOver)
            }
            let right = AuthSignal.ProvePasskey(assertion: assertion, order: "order-1")
            _ = try await house.send(right, as: anna.session)
            #expect(try await house.fault(of: right, as: anna.session)?.why == .passkeyChallengeOver, "used")
        }
    }

    @Test(arguments: StoreKind.allCases)
    func thePasskeyOfAnotherUserProvesNothing(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let anna = try await house.registerAnna()
            let boris = try await house.send(
                AuthSignal.Register(email: "boris@example.org", password: AuthHouse.password))
            let none = try await house.fault(of: AuthSignal.BeginPasskeyProof(), as: boris.session)
            #expect(none?.code == .conflict && none?.why == .noPasskeys)
            let (hers, his) = (try await house.addPasskey(of: anna), try await house.addPasskey(of: boris))
            let request = try await house.send(AuthSignal.BeginPasskeyProof(), as: anna.session)
            #expect(
                request.publicKey.allowCredentials.map(\.id)
                    == [PasskeyPage.base64URL(hers.authenticator.credentialID)])
            func reason(_ page: PasskeyPage, as session: AuthSignal.Session) async throws -> Reason? {
                let prove = AuthSignal.ProvePasskey(assertion: page.use(request, of: boris.user.id))
                return try await house.fault(of: prove, as: session)?.why
            }
            #expect(try await reason(his, as: anna.session) == .passkeyNotAccepted)
            #expect(try await reason(his, as: boris.session) == .passkeyChallengeOver)
            #expect(try await reason(his.with { $0.handle = .some(nil) }, as: anna.session) == .passkeyNotAccepted)
            // A user handle is not required here: the session says who it is.
            let plain = hers.with { $0.handle = .some(nil) }.use(request, of: anna.user.id)
            _ = try await house.send(AuthSignal.ProvePasskey(assertion: plain), as: anna.session)
        }
    }

    @Test func aRepeatedProofIsIssuedAgainForItsKey() async throws {
        try await AuthHouse.with(.sqlite) { house in
            let anna = try await house.registerAnna()
            let page = try await house.addPasskey(of: anna, count: 1)
            let request = try await house.send(AuthSignal.BeginPasskeyProof(), as: anna.session)
            let prove = AuthSignal.ProvePasskey(
                assertion: page.with { $0.answer.count = 2 }.use(request, of: anna.user.id))
            for _ in 0..<2 { _ = try await house.send(prove, as: anna.session, key: "k") }
            #expect(try await house.fault(of: prove, as: anna.session, key: "l")?.why == .passkeyChallengeOver)
        }
    }

    @Test func namesOfOrdersAreBounded() async throws {
        try await AuthHouse.with(.inMemory) { house in
            let anna = try await house.registerAnna()
            _ = try await house.addPasskey(of: anna)
            for order in ["", " ", "a b", "я", String(repeating: "o", count: 65)] {
                let fault = try await house.fault(of: AuthSignal.BeginPasskeyProof(order: order), as: anna.session)
                #expect(fault?.code == .invalidArgument && fault?.field == "order", "\(order)")
            }
            #expect(try await house.fault(of: AuthSignal.BeginPasskeyProof())?.code == .unauthenticated)
        }
    }

    @Test func theDatabaseHoldsNothingThatSignsIn() async throws {
        try await TemporaryDatabase.with { database in
            try await AuthHouse.with(database) { house in
                let anna = try await house.registerAnna()
                let page = try await house.addPasskey(of: anna)
                _ = try await house.signIn(page, anna)
                let request = try await house.send(AuthSignal.BeginPasskeyLogin())
                let stored = try await house.store.read { try $0.passkeys(of: anna.user.id) }
                // A key that verifies, and no challenge that somebody could answer.
                #expect(stored.first?.publicKey.count == 64 && stored.count == 1)
                let use = try await house.store.read { reading in
                    try reading.passkeyUse(digest: Array(request.publicKey.challenge.utf8))
                }
                #expect(use == nil)
            }
        }
    }
}
