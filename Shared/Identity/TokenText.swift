import Sodium

/// A PASETO v4.public token: a message that anybody can read and only the holder of a secret key can have written.
///
/// `v4.public.` base64url(message || signature) [`.` base64url(footer)], signed with Ed25519 over the
/// pre-authentication encoding of header, message, footer and implicit assertion.
///
/// - Source: The PASETO specification, version 4, and its test vectors, github.com/paseto-standard.
public struct TokenText: Sendable, Equatable {
    /// The longest token that is parsed, in bytes.
    public static let longestByteCount = 2048

    /// The signed message, byte for byte. Do not trust it before ``isSigned(by:implicitAssertion:)`` returns true.
    public let message: [UInt8]
    /// The unencrypted footer, which is signed, too; empty when there is none.
    public let footer: [UInt8]
    private let signature: [UInt8]

    private static let header = "v4.public."

    /// Signs `message`.
    ///
    /// - Parameter implicitAssertion: Bytes that are signed but not sent: the verifier must know them.
    public static func sign(
        _ message: [UInt8], with key: TokenSigningKey, footer: [UInt8] = [], implicitAssertion: [UInt8] = []
    ) -> String {
        let signature = key.key.sign(signedBytes(message, footer: footer, implicitAssertion: implicitAssertion))
        let token = header + Base64URL.encode(message + signature)
        return footer.isEmpty ? token : token + "." + Base64URL.encode(footer)
    }

    /// Parses a token; nil for any other form, including other versions and purposes.
    public init?(parsing token: String) {
        let bytes = Array(token.utf8)
        guard bytes.count <= Self.longestByteCount, bytes.starts(with: Self.header.utf8) else { return nil }
        let parts = bytes.dropFirst(Self.header.utf8.count).split(
            separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 1 || parts.count == 2, parts.last?.isEmpty == false,
            let body = Base64URL.decode(Array(parts[0])), body.count >= SigningKey.signatureCount
        else { return nil }
        var footer: [UInt8] = []
        if parts.count == 2 {
            guard let decoded = Base64URL.decode(Array(parts[1])) else { return nil }
            footer = decoded
        }
        self.message = Array(body.dropLast(SigningKey.signatureCount))
        self.signature = Array(body.suffix(SigningKey.signatureCount))
        self.footer = footer
    }

    /// Returns true when the holder of the secret half of `key` signed the message, the footer and `implicitAssertion`.
    public func isSigned(by key: TokenKey, implicitAssertion: [UInt8] = []) -> Bool {
        let signed = Self.signedBytes(message, footer: footer, implicitAssertion: implicitAssertion)
        return key.key.verify(signature, of: signed)
    }

    private static func signedBytes(_ message: [UInt8], footer: [UInt8], implicitAssertion: [UInt8]) -> [UInt8] {
        preAuthenticationEncoding([Array(header.utf8), message, footer, implicitAssertion])
    }

    /// Returns the pre-authentication encoding (PAE): the number of pieces, then the length and the bytes of each.
    /// Numbers have 64 bits, little endian, with the top bit clear. No two lists of pieces have the same encoding.
    static func preAuthenticationEncoding(_ pieces: [[UInt8]]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(pieces.reduce(8) { $0 + 8 + $1.count })
        func append(_ count: Int) {
            withUnsafeBytes(of: UInt64(count).littleEndian & 0x7fff_ffff_ffff_ffff) { bytes.append(contentsOf: $0) }
        }
        append(pieces.count)
        for piece in pieces {
            append(piece.count)
            bytes += piece
        }
        return bytes
    }
}
