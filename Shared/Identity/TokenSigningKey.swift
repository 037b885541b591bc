import Sodium

/// A secret key that signs tokens. It prints as the id of its public half, never as itself.
public struct TokenSigningKey: Sendable, CustomStringConvertible, CustomReflectable {
    private static let header = "k4.secret."

    /// The public half.
    public let publicKey: TokenKey
    let key: SigningKey

    /// Creates a new key.
    public init() { self.init(SigningKey()) }

    private init(_ key: SigningKey) {
        self.key = key
        publicKey = TokenKey(key.publicKey)
    }

    /// Parses PASERK text, `k4.secret.…`; nil for anything else, and for halves that do not belong together.
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

    /// The key as PASERK text, only for its own file.
    var text: String {
        Self.header + Base64URL.encode(key.seed.withBytes { Array($0) } + key.publicKey.bytes)
    }

    /// The id of the public half.
    public var description: String { "secret half of \(publicKey.id)" }
    /// An empty mirror, so that the key is never printed.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
