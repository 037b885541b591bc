import Coordination
import Domain
import Foundation
import Reasons
import Signals
import Sodium
import TestSupport
import Testing

@testable import AuthService

@Suite struct PasskeyRegistrationTests {
    @Test(arguments: StoreKind.allCases)
    func aPasskeyIsAddedListedAndRenamed(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let anna = try await house.registerAnna()
            let creation = try await house.beginPasskey(anna.session)
            let options = creation.publicKey
            #expect(options.rp.id == "localhost" && options.attestation == "none" && options.timeout == 300_000)
            #expect(options.user.id == PasskeyPage.base64URL(Array(anna.user.id.utf8)))
            #expect(options.user.name == "anna@example.org" && options.user.displayName == "Anna")
            #expect(options.pubKeyCredParams.map(\.alg) == [-7, -8, -257])
            #expect(options.authenticatorSelection.userVerification == "required")
            #expect(options.authenticatorSelection.residentKey == "required" && options.excludeCredentials.isEmpty)
            #expect(creation.expiresAt == house.clock.now + .seconds(300))
            let page = PasskeyPage()
            let added = try await house.send(page.add(creation, name: "phone"), as: anna.session)
            #expect(added.name == "phone" && added.createdAt == house.clock.now && added.lastUsedAt == nil)
            let again = try await house.beginPasskey(anna.session)
            #expect(
                again.publicKey.excludeCredentials.map(\.id)
                    == [PasskeyPage.base64URL(page.authenticator.credentialID)])
            let renamed = try await house.send(
                AuthSignal.RenamePasskey(id: added.id, name: "Anna's phone"), as: anna.session)
            let list = try await house.send(AuthSignal.Passkeys(), as: anna.session).passkeys
            #expect(list == [renamed] && renamed.name == "Anna's phone" && renamed.id == added.id)
            let facts = try await house.facts("auth.passkeyAdded", as: AuthEvent.PasskeyChanged.self)
            #expect(facts == [AuthEvent.PasskeyChanged(userId: anna.user.id, name: "phone")])
            let export = try await house.send(AuthSignal.Export(), as: anna.session)
            #expect(export.passkeys == [renamed])
        }
    }

    @Test(arguments: [-7, -8, -257])
    func everyAlgorithmRegistersWithAndWithoutAStatement(algorithm: Int) async throws {
        try await AuthHouse.with(.sqlite) { house in
            let anna = try await house.registerAnna()
            for isSigned in [true, false] {
                let page = PasskeyPage(SoftAuthenticator(algorithm: algorithm))
                let creation = try await house.beginPasskey(anna.session)
                _ = try await house.send(isSigned ? page.addSigned(creation) : page.add(creation), as: anna.session)
                let request = try await house.send(AuthSignal.BeginPasskeyLogin())
                let login = AuthSignal.PasskeyLogin(assertion: page.use(request, of: anna.user.id))
                #expect(try await house.send(login).user.id == anna.user.id)
            }
        }
    }

    @Test(arguments: StoreKind.allCases) func aSessionAloneIsNotEnough(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let session = try await house.registerAnna().session
            #expect(try await house.fault(of: AuthSignal.BeginPasskey())?.code == .unauthenticated)
            func code(_ signal: AuthSignal.BeginPasskey) async throws -> FaultCode? {
                try await house.fault(of: signal, as: session)?.code
            }
            #expect(try await code(AuthSignal.BeginPasskey()) == .emptyField)
            #expect(try await code(AuthSignal.BeginPasskey(password: "")) == .emptyField)
            #expect(try await code(AuthSignal.BeginPasskey(password: "wrong one")) == .invalidCredentials)
            let password = AuthHouse.password
            #expect(try await code(AuthSignal.BeginPasskey(password: password, code: " ")) == .emptyField)
            let (app, _) = try await house.enrol(session)
            #expect(try await code(AuthSignal.BeginPasskey(password: password)) == .codeRequired)
            #expect(try await code(AuthSignal.BeginPasskey(password: password, code: "000000")) == .wrongCode)
            let right = app.code(at: house.clock.now)
            #expect(try await code(AuthSignal.BeginPasskey(password: password, code: right)) == nil)
            #expect(try await code(AuthSignal.BeginPasskey(password: password, code: right)) == .wrongCode)
            for text in ["pk.", "pk.AAAA", "pk." + String(repeating: "A", count: 200)] {
                #expect(try await code(AuthSignal.BeginPasskey(code: text)) == .wrongCode, "no proof")
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func aProofByAPasskeyIsEnoughOnce(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let anna = try await house.registerAnna()
            let page = try await house.addPasskey(of: anna)
            _ = try await house.enrol(anna.session)
            let proof = try await house.prove(page, anna)
            func begin(_ key: String?) async throws -> FaultCode? {
                try await house.fault(of: AuthSignal.BeginPasskey(code: proof), as: anna.session, key: key)?.code
            }
            #expect(try await begin("k") == nil)
            #expect(try await begin("k") == nil, "the same request, which did not hear the answer")
            #expect(try await begin("other") == .wrongCode)
            #expect(try await begin(nil) == .wrongCode)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func withoutAPasswordTheSignInIsRecent(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let session = try await TelegramRoom(house).signIn()
            let creation = try await house.send(AuthSignal.BeginPasskey(), as: session)
            let page = PasskeyPage()
            let added = try await house.send(page.add(creation), as: session)
            house.clock.advance(by: .seconds(600))
            let late = try await house.fault(of: AuthSignal.BeginPasskey(), as: session)
            #expect(late?.code == .permissionDenied && late?.why == .freshSignInNeeded)
            let remove = AuthSignal.RemovePasskey(id: added.id)
            #expect(try await house.fault(of: remove, as: session)?.code == .permissionDenied)
        }
    }

    // MARK: Refusals of what the browser sends

    @Test func onlyAnAnswerToTheChallengeIsTaken() async throws {
        try await AuthHouse.with(.sqlite) { house in
            let anna = try await house.registerAnna()
            let creation = try await house.beginPasskey(anna.session)
            let page = PasskeyPage()
            func reason(
                _ page: PasskeyPage, _ creation: AuthSignal.PasskeyCreation, as session: AuthSignal.Session? = nil
            ) async throws -> Reason? {
                try await house.fault(of: page.add(creation), as: session ?? anna.session)?.why
            }
            for origin in [
                "https://localhost", "http://localhost.example.org", "http://127.0.0.1:8080", "http://localhost:x",
                "http://localhost:", "http://localhost:80/", "http://localhost:99999", "http://localhost@evil:1", "",
            ] {
                let other = page.with { $0.origin = origin }
                #expect(try await reason(other, creation) == .passkeyOfAnotherPage, "\(origin)")
            }
            #expect(try await reason(page.with { $0.isCrossOrigin = true }, creation) == .passkeyOfAnotherPage)
            let foreign = page.with { $0.answer.relyingParty = "example.org" }
            #expect(try await reason(foreign, creation) == .passkeyOfAnotherPage)
            #expect(try await reason(page.with { $0.type = "webauthn.get" }, creation) == .passkeyUnreadable)
            for flags: UInt8 in [0x00, 0x01, 0x04] {
                let unverified = page.with { $0.answer.flags = flags }
                #expect(try await reason(unverified, creation) == .passkeyWithoutVerification, "\(flags)")
            }
            #expect(try await reason(page.with { $0.answer.flags = 0x15 }, creation) == .passkeyUnreadable, "copied")
            for challenge in ["", "AAAA", creation.publicKey.challenge + "A", String(repeating: "A", count: 500)] {
                let made = page.with { $0.challenge = challenge }
                #expect(try await reason(made, creation) == .passkeyChallengeOver, "\(challenge)")
            }
            // Challenges for something else, of another session and of another user.
            let signIn = try await house.send(AuthSignal.BeginPasskeyLogin()).publicKey.challenge
            #expect(try await reason(page.with { $0.challenge = signIn }, creation) == .passkeyChallengeOver)
            let other = try await house.send(house.login()).session
            #expect(try await reason(page, creation, as: other) == .passkeyChallengeOver)
            #expect(try await house.send(AuthSignal.Passkeys(), as: anna.session).passkeys.isEmpty)
            // The page may be at any port, and its client data may have no word about frames.
            let plain = page.with { $0.isCrossOrigin = nil }.with { $0.origin = "http://localhost:4711" }
            _ = try await house.send(plain.add(creation), as: anna.session)
            #expect(try await reason(PasskeyPage(), creation) == .passkeyChallengeOver, "used")
            let late = try await house.beginPasskey(anna.session)
            house.clock.advance(by: .seconds(300))
            #expect(try await reason(PasskeyPage(), late) == .passkeyChallengeOver, "too late")
        }
    }

    @Test func hostileFormsAreRefusedByTheirField() async throws {
        try await AuthHouse.with(.sqlite) { house in
            let anna = try await house.registerAnna()
            let right = PasskeyPage().add(try await house.beginPasskey(anna.session))
            func fault(_ name: String = "n", client: String? = nil, object: String? = nil) async throws -> Fault? {
                try await house.fault(
                    of: AuthSignal.AddPasskey(
                        name: name, clientDataJSON: client ?? right.clientDataJSON,
                        attestationObject: object ?? right.attestationObject), as: anna.session)
            }
            let padded = right.attestationObject + String(repeating: "=", count: 4)
            for text in ["", "=", "A", "AA==", "+/+/", " AAAA", padded, String(repeating: "A", count: 30_000)] {
                let (client, object) = (try await fault(client: text), try await fault(object: text))
                #expect(client?.code == .invalidArgument && client?.field == "clientDataJSON", "\(text.prefix(9))")
                #expect(object?.code == .invalidArgument && object?.field == "attestationObject", "\(text.prefix(9))")
            }
            for json in ["{", "[]", "null", #"{"type":"webauthn.create"}"#, #"{"type":1,"challenge":"","origin":""}"#] {
                let client = PasskeyPage.base64URL(Array(json.utf8))
                #expect(try await fault(client: client)?.why == .passkeyUnreadable, "\(json)")
            }
            let twice = #"{"type":"webauthn.create","type":"webauthn.create","challenge":"","origin":""}"#
            #expect(
                try await fault(client: PasskeyPage.base64URL(Array(twice.utf8)))?.why == .passkeyUnreadable)
            let format = SoftAuthenticator.attestation(
                format: "tpm", statement: .map([]), data: SoftAuthenticator().registrationData())
            #expect(try await fault(object: PasskeyPage.base64URL(format))?.why == .passkeyUnsupported)
            #expect(try await fault(object: PasskeyPage.base64URL([0xA0]))?.why == .passkeyUnreadable)
            #expect(try await fault(" ")?.code == .emptyField)
            #expect(try await fault(String(repeating: "n", count: 101))?.field == "name")
            #expect(try await house.fault(of: right)?.code == .unauthenticated)
            #expect(try await fault() == nil)
        }
    }

    @Test func aStatementWithAWrongSignatureIsRefused() async throws {
        try await AuthHouse.with(.inMemory) { house in
            let anna = try await house.registerAnna()
            let creation = try await house.beginPasskey(anna.session)
            let page = PasskeyPage()
            let signed = page.addSigned(creation)
            let other = page.with { $0.isCrossOrigin = nil }.add(creation)
            let mixed = AuthSignal.AddPasskey(
                name: "n", clientDataJSON: other.clientDataJSON, attestationObject: signed.attestationObject)
            #expect(try await house.fault(of: mixed, as: anna.session)?.why == .passkeyStatementWrong)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func onePasskeyBelongsToOneUserAndTwentyAreEnough(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let anna = try await house.registerAnna()
            let page = try await house.addPasskey(of: anna)
            let boris = try await house.send(
                AuthSignal.Register(email: "boris@example.org", password: AuthHouse.password))
            let creation = try await house.beginPasskey(boris.session)
            let known = try await house.fault(of: page.add(creation), as: boris.session)
            #expect(known?.code == .conflict && known?.why == .passkeyKnown)
            for _ in 1..<Passkey.mostPerUser { _ = try await house.addPasskey(of: anna) }
            let full = AuthSignal.BeginPasskey(password: AuthHouse.password)
            #expect(try await house.fault(of: full, as: anna.session)?.code == .limitExceeded)
        }
    }

    // MARK: Removing

    @Test(arguments: StoreKind.allCases)
    func aRemovedPasskeySignsNobodyInAndItsSessionsEnd(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let anna = try await house.registerAnna()
            let page = try await house.addPasskey(of: anna)
            let session = try await house.signIn(page, anna).session
            let id = try await house.send(AuthSignal.Passkeys(), as: anna.session).passkeys[0].id
            let boris = try await house.send(
                AuthSignal.Register(email: "boris@example.org", password: AuthHouse.password))
            let remove = AuthSignal.RemovePasskey(id: id, password: AuthHouse.password)
            #expect(try await house.fault(of: remove, as: boris.session)?.code == .notFound)
            let rename = AuthSignal.RenamePasskey(id: id, name: "mine")
            #expect(try await house.fault(of: rename, as: boris.session)?.code == .notFound)
            let without = AuthSignal.RemovePasskey(id: id)
            #expect(try await house.fault(of: without, as: anna.session)?.code == .emptyField)
            #expect(try await house.send(remove, as: anna.session, key: "r").ended == 1)
            #expect(try await house.send(remove, as: anna.session, key: "r").ended == 1, "stored")
            #expect(try await house.fault(of: remove, as: anna.session)?.code == .notFound)
            #expect(house.revoked.ids == [session.id])
            let request = try await house.send(AuthSignal.BeginPasskeyLogin())
            let login = AuthSignal.PasskeyLogin(assertion: page.use(request, of: anna.user.id))
            #expect(try await house.fault(of: login)?.why == .passkeyNotAccepted)
            #expect(try await house.eventTypes().filter { $0 == "auth.passkeyRemoved" }.count == 1)
        }
    }

    @Test func aPasskeyThatBeganTheSessionMayRemoveItself() async throws {
        try await AuthHouse.with(.sqlite) { house in
            let anna = try await house.registerAnna()
            let page = try await house.addPasskey(of: anna)
            let signedIn = try await house.signIn(page, anna)
            let id = try await house.send(AuthSignal.Passkeys(), as: signedIn.session).passkeys[0].id
            let proof = try await house.prove(page, signedIn)
            let remove = AuthSignal.RemovePasskey(id: id, code: proof)
            #expect(try await house.send(remove, as: signedIn.session).ended == 0)
            #expect(house.revoked.ids.isEmpty, "the session that asked goes on")
        }
    }

    @Test(arguments: StoreKind.allCases)
    func whoLeavesTakesPasskeysAndUsesAlong(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let anna = try await house.registerAnna()
            let page = try await house.addPasskey(of: anna)
            _ = try await house.signIn(page, anna)
            let leave = AuthSignal.DeleteUser(password: AuthHouse.password, name: "anna@example.org")
            _ = try await house.send(leave, as: anna.session)
            let left = try await house.store.read {
                try $0.passkeys(of: anna.user.id).count
                    + ($0.passkey(credentialID: page.authenticator.credentialID) == nil ? 0 : 1)
            }
            #expect(left == 0)
            let request = try await house.send(AuthSignal.BeginPasskeyLogin())
            let login = AuthSignal.PasskeyLogin(assertion: page.use(request, of: anna.user.id))
            #expect(try await house.fault(of: login)?.why == .passkeyNotAccepted)
        }
    }
}

extension AuthHouse {
    func beginPasskey(_ session: AuthSignal.Session) async throws -> AuthSignal.PasskeyCreation {
        try await send(AuthSignal.BeginPasskey(password: Self.password), as: session)
    }

    /// Registers a passkey of a user with a password and without codes, and returns the page that has it.
    func addPasskey(of signedIn: AuthSignal.SignedIn, count: UInt32 = 0) async throws -> PasskeyPage {
        let page = PasskeyPage(count: count)
        _ = try await send(page.add(try await beginPasskey(signedIn.session)), as: signedIn.session)
        return page
    }

    func signIn(_ page: PasskeyPage, _ user: AuthSignal.SignedIn, device: String? = nil) async throws
        -> AuthSignal.SignedIn
    {
        let request = try await send(AuthSignal.BeginPasskeyLogin())
        return try await send(
            AuthSignal.PasskeyLogin(assertion: page.use(request, of: user.user.id), device: device))
    }

    /// Returns a proof by a passkey in a session of its owner.
    func prove(_ page: PasskeyPage, _ user: AuthSignal.SignedIn, order: String? = nil) async throws -> String {
        let request = try await send(AuthSignal.BeginPasskeyProof(order: order), as: user.session)
        let prove = AuthSignal.ProvePasskey(assertion: page.use(request, of: user.user.id), order: order)
        return try await send(prove, as: user.session).proof
    }
}
