import Fido2
import TestSupport
import Testing

@Suite struct NewCredentialTests {
    private static let clientData = Array(#"{"type":"webauthn.create"}"#.utf8)
    private static let algorithms = [-7, -8, -257]

    private func read(
        _ object: [UInt8], clientData: [UInt8] = Self.clientData, relyingParty: String = "localhost"
    ) throws(Fido2Error) -> NewCredential {
        try NewCredential(
            attestationObject: object, clientDataHash: SoftAuthenticator.sha256(clientData),
            relyingParty: relyingParty)
    }

    private func error(of object: [UInt8], relyingParty: String = "localhost") -> Fido2Error? {
        do throws(Fido2Error) {
            _ = try read(object, relyingParty: relyingParty)
            return nil
        } catch { return error }
    }

    @Test(arguments: algorithms)
    func aCredentialWithoutStatementIsRead(algorithm: Int) throws {
        let authenticator = SoftAuthenticator(algorithm: algorithm)
        let credential = try read(authenticator.attestation(.init(flags: 0x1D, count: 7)))
        #expect(credential.id == authenticator.credentialID && credential.algorithm.rawValue == algorithm)
        #expect(credential.model == [UInt8](repeating: 0, count: 16) && !credential.isAttested)
        let data = credential.data
        #expect(data.relyingPartyHash == SoftAuthenticator.sha256(Array("localhost".utf8)))
        #expect(data.isUserPresent && data.isUserVerified && data.isBackupEligible && data.isBackedUp)
        #expect(data.signatureCount == 7)
        let plain = try read(authenticator.attestation(.init(flags: 0)))
        #expect(!plain.data.isUserPresent && !plain.data.isUserVerified && !plain.data.isBackupEligible)
    }

    @Test(arguments: algorithms)
    func aStatementByTheKeyItselfIsVerified(algorithm: Int) throws {
        let authenticator = SoftAuthenticator(algorithm: algorithm)
        let object = authenticator.selfAttestation(clientData: Self.clientData)
        #expect(try read(object).isAttested)
        #expect(throws: Fido2Error.wrongSignature) { try read(object, clientData: [1]) }
        #expect(error(of: object, relyingParty: "example.org") == .unexpected)
        let other = SoftAuthenticator(algorithm: algorithm)
        let foreign = SoftAuthenticator.attestation(
            format: "packed",
            statement: .map([
                (.text("alg"), .integer(algorithm)),
                (
                    .text("sig"),
                    .bytes(other.signature(over: authenticator.registrationData(), clientData: Self.clientData))
                ),
            ]), data: authenticator.registrationData())
        #expect(error(of: foreign) == .wrongSignature)
        let unverified = authenticator.selfAttestation(.init(flags: 0x01), clientData: Self.clientData)
        #expect(error(of: unverified) == .unexpected)
        let wrong = authenticator.selfAttestation(clientData: Self.clientData, algorithm: algorithm == -7 ? -8 : -7)
        #expect(error(of: wrong) == .malformed)
    }

    @Test(arguments: 1...3)
    func theProtectionThatBrowsersAskForIsNotRefused(level: Int) throws {
        let authenticator = SoftAuthenticator()
        let extensions = CBORValue.map([(.text("credProtect"), .integer(level))]).encoded
        let answer = SoftAuthenticator.Answer(flags: 0x85, extensions: extensions)
        #expect(try read(authenticator.selfAttestation(answer, clientData: Self.clientData)).isAttested)
        #expect(try read(authenticator.attestation(answer)).id == authenticator.credentialID)
    }

    @Test func everyPrefixIsRefused() {
        for object in [
            SoftAuthenticator().attestation(), SoftAuthenticator().selfAttestation(clientData: Self.clientData),
        ] {
            for count in 0..<object.count {
                #expect(error(of: Array(object.prefix(count))) == .malformed, "\(count) of \(object.count) bytes")
            }
            #expect(error(of: object + [0]) == .malformed, "bytes behind")
        }
    }

    @Test func authenticatorDataThatIsCutOffOrTooLongIsRefused() {
        let authenticator = SoftAuthenticator()
        let data = authenticator.registrationData()
        for count in 0..<data.count {
            let object = SoftAuthenticator.attestation(
                format: "none", statement: .map([]), data: Array(data.prefix(count)))
            #expect(error(of: object) == .malformed, "\(count) of \(data.count) bytes")
        }
        for (name, bytes) in [
            ("bytes behind", data + [0]), ("an extension without its flag", data + CBORValue.map([]).encoded),
            ("no credential", authenticator.assertionData()),
        ] {
            #expect(
                error(of: SoftAuthenticator.attestation(format: "none", statement: .map([]), data: bytes))
                    == .malformed, "\(name)")
        }
        var noID = data
        noID[53] = 0
        noID[54] = 0
        #expect(
            error(of: SoftAuthenticator.attestation(format: "none", statement: .map([]), data: noID)) == .malformed)
    }

    @Test func otherFormatsAndAlgorithmsAreNotSupported() {
        let authenticator = SoftAuthenticator()
        let data = authenticator.registrationData()
        for format in ["fido-u2f", "tpm", "apple", "android-key", ""] {
            let object = SoftAuthenticator.attestation(format: format, statement: .map([]), data: data)
            #expect(error(of: object) == .unsupported, "\(format)")
        }
        // The key type of RSA with an algorithm that nobody has.
        var key = data
        if let place = key.indices.dropFirst(87).first(where: { key[$0...].starts(with: [0x03, 0x26]) }) {
            key[place + 1] = 0x38
            key.insert(99, at: place + 2)
        }
        #expect(key != data)
        #expect(
            error(of: SoftAuthenticator.attestation(format: "none", statement: .map([]), data: key)) == .unsupported)
    }

    @Test func cborThatCostsMoreThanItsSizeIsRefused() {
        func object(_ statement: CBORValue) -> [UInt8] {
            SoftAuthenticator.attestation(
                format: "none", statement: statement, data: SoftAuthenticator().registrationData())
        }
        let deep = [UInt8](repeating: 0x81, count: 5000) + [0x00]
        for (name, bytes) in [
            ("levels", object(.raw(deep))), ("nothing but levels", [UInt8](repeating: 0x81, count: 16_000)),
            ("a huge map", [0xBB, 0x0F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]),
            ("a huge array", [0x9A, 0xFF, 0xFF, 0xFF, 0xFF, 0x00]),
            ("a huge text", [0x7B, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]),
            ("a map without length", object(.raw([0xBF, 0xFF]))), ("a tag", object(.raw([0xC0, 0xA0]))),
            ("a text without length", object(.raw([0xA1, 0x7F, 0xFF, 0x00]))),
            ("a statement of none", object(.map([(.text("sig"), .bytes([1]))]))), ("no map", [0x00]), ("nothing", []),
        ] {
            #expect(error(of: bytes) == .malformed, "\(name)")
        }
    }

    @Test func membersThatAreDoubleOrMissingAreRefused() {
        let data = CBORValue.bytes(SoftAuthenticator().registrationData())
        let parts: [(key: CBORValue, value: CBORValue)] = [
            (.text("fmt"), .text("none")), (.text("attStmt"), .map([])), (.text("authData"), data),
        ]
        #expect(error(of: CBORValue.map(parts).encoded) == nil)
        #expect(error(of: CBORValue.map(parts.reversed()).encoded) == nil, "in any order")
        for index in parts.indices {
            var fewer = parts
            fewer.remove(at: index)
            #expect(error(of: CBORValue.map(fewer).encoded) == .malformed)
            #expect(error(of: CBORValue.map(fewer + [fewer[0]]).encoded) == .malformed)
            #expect(error(of: CBORValue.map(parts + [parts[index]]).encoded) == .malformed)
        }
    }

    @Test func aPointThatIsNotOnTheCurveIsNoKey() {
        var data = SoftAuthenticator().registrationData()
        data[data.count - 1] ^= 1
        #expect(
            error(of: SoftAuthenticator.attestation(format: "none", statement: .map([]), data: data)) != nil)
    }
}
