import Sodium

/// A secret key that signs tokens. Prints as the id of its public half, never as itself.
public struct TokenSigningKey: Sendable, CustomStringConvertible, CustomReflectable {
    private static let header = "k4.secret."

    /// The public half.
    public let publicKey: TokenKey
    let key: SigningKey

    /// A new key.
    public init() { self.init(SigningKey()) }

    private init(_ key: SigningKey) {
        self.key = key
        publicKey = TokenKey(key.publicKey)
    }

    /// Reads PASERK text, `k4.secret.…`; nil for anything else, and for a text whose halves do not belong together.
    public init?(text: String) {
        guard text.utf8.count <= 160, text.hasPrefix(Self.header),
            let bytes = Base64URL.decode(Array(text.utf8.dropFirst(Self.header.utf8.count))),
            bytes.count == SigningKey.seedCount + PublicKey.count
        else { return nil }
        var seed = Array(bytes.prefix(SigningKey.seedCount))
        guard let key = try? SigningKey(seed: SecretBytes(moving: &seed)),
            key.publicKey.bytes == Array(bytes.suffix(PublicKey.count))
        else { return nil }
        self.init(key)
    }

    /// The key in PASERK text, for the file that it is kept in and nothing else.
    var text: String {
        Self.header + Base64URL.encode(key.seed.withBytes { Array($0) } + key.publicKey.bytes)
    }

    /// The id of the public half.
    public var description: String { "secret half of \(publicKey.id)" }
    /// Nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
