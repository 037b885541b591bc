import Sodium

/// A public key that verifies tokens, in terms of PASERK. It is not secret.
///
/// - Source: The PASERK specification, `k4.public` and `k4.pid`, github.com/paseto-standard/paserk.
public struct TokenKey: Hashable, Sendable, CustomStringConvertible {
    private static let header = "k4.public."
    private static let idHeader = "k4.pid."

    /// The key itself.
    public let key: PublicKey
    /// The key as text, `k4.public.…`.
    public let text: String
    /// The id of the key, `k4.pid.…`: BLAKE2b of 33 bytes over `k4.pid.` and ``text``. Tokens carry it as `kid`.
    public let id: String

    /// Creates a key from libsodium's.
    public init(_ key: PublicKey) {
        self.key = key
        text = Self.header + Base64URL.encode(key.bytes)
        id = Self.idHeader + Base64URL.encode(Digest.blake2b(Array((Self.idHeader + text).utf8), byteCount: 33))
    }

    /// Parses PASERK text; nil for anything else.
    public init?(text: String) {
        guard text.utf8.count <= 128, text.hasPrefix(Self.header),
            let bytes = Base64URL.decode(Array(text.utf8.dropFirst(Self.header.utf8.count))),
            let key = try? PublicKey(bytes: bytes)
        else { return nil }
        self.init(key)
    }

    public var description: String { id }
}
