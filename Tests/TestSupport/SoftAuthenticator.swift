import CTestKeys

/// An authenticator in software, with one credential: it makes attestation objects and assertions as WebAuthn
/// describes, and wrong ones where a test asks for them. Written independently of the code that verifies them.
///
/// - Source: Web Authentication Level 3, sections 6.1, 6.5 and 8; RFC 9053 for the keys.
public final class SoftAuthenticator: Sendable {
    /// COSE: -7 ES256, -8 EdDSA, -257 RS256.
    public let algorithm: Int
    /// The id of the credential, 32 random bytes.
    public let credentialID: [UInt8]
    /// The relying party of the credential.
    public let relyingParty: String
    // EVP_PKEY counts its references atomically, and a finished key is only read.
    nonisolated(unsafe) private let key: OpaquePointer

    /// What an answer says; the standard is what a good authenticator says.
    public struct Answer: Sendable {
        /// In place of the relying party of the credential.
        public var relyingParty: String?
        /// UP 1, UV 4, BE 8, BS 16, AT 64, ED 128.
        public var flags: UInt8 = 0x05
        /// The counter of signatures.
        public var count: UInt32 = 0
        /// Follows the credential, or the count.
        public var extensions: [UInt8] = []

        public init(
            relyingParty: String? = nil, flags: UInt8 = 0x05, count: UInt32 = 0, extensions: [UInt8] = []
        ) {
            self.relyingParty = relyingParty
            self.flags = flags
            self.count = count
            self.extensions = extensions
        }
    }

    /// Creates a key.
    public init(algorithm: Int = -7, relyingParty: String = "localhost") {
        self.algorithm = algorithm
        self.relyingParty = relyingParty
        credentialID = (0..<32).map { _ in UInt8.random(in: 0...255) }
        guard let key = kopilka_test_key(Int32(algorithm)) else { fatalError("libcrypto makes no key \(algorithm)") }
        self.key = key
    }

    deinit { EVP_PKEY_free(key) }

    /// The key as COSE.
    public var publicKey: CBORValue {
        var bytes = [UInt8](repeating: 0, count: 512)
        let count = kopilka_test_public_key(key, Int32(algorithm), &bytes, bytes.count)
        let key = Array(bytes.prefix(count))
        func entry(_ name: Int, _ value: CBORValue) -> (key: CBORValue, value: CBORValue) { (.integer(name), value) }
        switch algorithm {
        case -7:
            return .map([
                entry(1, .integer(2)), entry(3, .integer(-7)), entry(-1, .integer(1)),
                entry(-2, .bytes(Array(key[0..<32]))), entry(-3, .bytes(Array(key[32...]))),
            ])
        case -8:
            return .map([
                entry(1, .integer(1)), entry(3, .integer(-8)), entry(-1, .integer(6)), entry(-2, .bytes(key)),
            ])
        default:
            return .map([
                entry(1, .integer(3)), entry(3, .integer(-257)), entry(-1, .bytes(key)),
                entry(-2, .bytes([1, 0, 1])),
            ])
        }
    }

    /// The authenticator data of a registration.
    public func registrationData(_ answer: Answer = Answer()) -> [UInt8] {
        var data = assertionData(
            Answer(relyingParty: answer.relyingParty, flags: answer.flags | 0x40, count: answer.count))
        data += [UInt8](repeating: 0, count: 16)
        data += [UInt8(credentialID.count >> 8), UInt8(credentialID.count & 255)] + credentialID
        return data + publicKey.encoded + answer.extensions
    }

    /// The authenticator data of an assertion.
    public func assertionData(_ answer: Answer = Answer()) -> [UInt8] {
        Self.sha256(Array((answer.relyingParty ?? relyingParty).utf8)) + [answer.flags]
            + (0..<4).map { UInt8(truncatingIfNeeded: answer.count >> (24 - 8 * $0)) } + answer.extensions
    }

    /// An attestation object of the format `none`.
    public func attestation(_ answer: Answer = Answer()) -> [UInt8] {
        Self.attestation(format: "none", statement: .map([]), data: registrationData(answer))
    }

    /// An attestation object of the format `packed`, signed by the credential's own key.
    public func selfAttestation(_ answer: Answer = Answer(), clientData: [UInt8], algorithm: Int? = nil) -> [UInt8] {
        let data = registrationData(answer)
        return Self.attestation(
            format: "packed",
            statement: .map([
                (.text("alg"), .integer(algorithm ?? self.algorithm)),
                (.text("sig"), .bytes(sign(data + Self.sha256(clientData)))),
            ]), data: data)
    }

    /// An attestation object of any parts.
    public static func attestation(format: String, statement: CBORValue, data: [UInt8]) -> [UInt8] {
        CBORValue.map([
            (.text("fmt"), .text(format)), (.text("attStmt"), statement), (.text("authData"), .bytes(data)),
        ]).encoded
    }

    /// The signature over authenticator data and client data.
    public func signature(over data: [UInt8], clientData: [UInt8]) -> [UInt8] { sign(data + Self.sha256(clientData)) }

    private func sign(_ message: [UInt8]) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 512)
        let count = kopilka_test_sign(key, Int32(algorithm), message, message.count, &bytes, bytes.count)
        precondition(count > 0, "libcrypto did not sign")
        return Array(bytes.prefix(count))
    }

    /// SHA-256.
    public static func sha256(_ message: [UInt8]) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 32)
        precondition(kopilka_test_sha256(message, message.count, &bytes) == 1, "libcrypto did not hash")
        return bytes
    }
}
