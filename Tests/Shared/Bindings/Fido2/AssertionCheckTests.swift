import Fido2
import TestSupport
import Testing

@Suite struct AssertionCheckTests {
    private static let clientData = Array(#"{"type":"webauthn.get"}"#.utf8)

    private let authenticator: SoftAuthenticator
    private let credential: NewCredential

    init() throws {
        authenticator = SoftAuthenticator()
        credential = try Self.credential(of: authenticator)
    }

    private static func credential(of authenticator: SoftAuthenticator) throws -> NewCredential {
        try NewCredential(
            attestationObject: authenticator.attestation(), clientDataHash: SoftAuthenticator.sha256([]),
            relyingParty: "localhost")
    }

    private func error(
        of data: [UInt8], signature: [UInt8]? = nil, relyingParty: String = "localhost"
    ) -> Fido2Error? {
        do throws(Fido2Error) {
            _ = try AssertionCheck.verify(
                signature: signature ?? authenticator.signature(over: data, clientData: Self.clientData),
                by: credential.publicKey, credential.algorithm, authenticatorData: data,
                clientDataHash: SoftAuthenticator.sha256(Self.clientData), relyingParty: relyingParty)
            return nil
        } catch { return error }
    }

    @Test(arguments: [-7, -8, -257])
    func aSignatureIsVerifiedByTheKeyOfTheCredential(algorithm: Int) throws {
        let authenticator = SoftAuthenticator(algorithm: algorithm)
        let credential = try Self.credential(of: authenticator)
        let data = authenticator.assertionData(.init(flags: 0x0D, count: 9))
        func verify(_ clientData: [UInt8]) throws -> AuthenticatorData {
            try AssertionCheck.verify(
                signature: authenticator.signature(over: data, clientData: Self.clientData),
                by: credential.publicKey, credential.algorithm, authenticatorData: data,
                clientDataHash: SoftAuthenticator.sha256(clientData), relyingParty: "localhost")
        }
        let signed = try verify(Self.clientData)
        #expect(signed.isUserVerified && signed.isBackupEligible && !signed.isBackedUp && signed.signatureCount == 9)
        #expect(throws: Fido2Error.wrongSignature) { try verify([1]) }
    }

    @Test func dataThatIsNotAnAssertionOfOursIsRefused() {
        let data = authenticator.assertionData()
        for count in 0..<data.count {
            #expect(error(of: Array(data.prefix(count))) == .malformed, "\(count) bytes")
        }
        #expect(error(of: data) == nil)
        #expect(error(of: data + [0]) == .malformed)
        #expect(error(of: authenticator.registrationData()) == .malformed, "a credential")
        #expect(error(of: authenticator.assertionData(.init(flags: 0x04))) == .unexpected, "nobody there")
        #expect(error(of: authenticator.assertionData(.init(flags: 0x01))) == .unexpected, "not verified")
        #expect(error(of: data, relyingParty: "example.org") == .unexpected)
        let asked = CBORValue.map([(.text("unknown"), .integer(1))]).encoded
        #expect(error(of: authenticator.assertionData(.init(flags: 0x85, extensions: asked))) == nil)
        #expect(error(of: authenticator.assertionData(.init(flags: 0x85, extensions: [0xA1]))) == .malformed)
    }

    @Test func otherSignaturesAreRefused() {
        let data = authenticator.assertionData()
        let signature = authenticator.signature(over: data, clientData: Self.clientData)
        for count in [0, 1, signature.count - 1] {
            #expect(error(of: data, signature: Array(signature.prefix(count))) != nil, "\(count) bytes")
        }
        let other = SoftAuthenticator().signature(over: data, clientData: Self.clientData)
        #expect(error(of: data, signature: other) == .wrongSignature)
    }
}
