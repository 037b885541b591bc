import CSodium

/// An Ed25519 key that signs. `crypto_sign_keypair(3)`, RFC 8032
public final class SigningKey: Sendable {
    /// The number of bytes of a seed, which determines the whole key.
    public static let seedCount = 32
    /// The number of bytes of a signature.
    public static let signatureCount = 64

    /// The key that verifies the signatures of this one.
    public let publicKey: PublicKey

    /// The seed, then the public key: 64 bytes.
    private let secret: SecretBytes

    /// Creates a new key. `crypto_sign_seed_keypair`
    public convenience init() {
        self.init(validSeed: SecretBytes.random(count: SigningKey.seedCount))
    }

    /// Creates the key of a seed. `crypto_sign_seed_keypair`
    /// - Throws: ``SodiumError``: `wrongLength` unless the seed has 32 bytes.
    public convenience init(seed: SecretBytes) throws(SodiumError) {
        guard seed.count == SigningKey.seedCount else {
            throw SodiumError(code: .wrongLength, message: "An Ed25519 seed has 32 bytes, not \(seed.count).")
        }
        self.init(validSeed: seed)
    }

    private init(validSeed seed: SecretBytes) {
        var publicBytes = [UInt8](repeating: 0, count: PublicKey.count)
        secret = SecretBytes(
            count: 64,
            octets: { secret in
                crypto_sign_seed_keypair(&publicBytes, secret, seed.octets)
            })
        publicKey = PublicKey(validBytes: publicBytes)
    }

    /// The seed, to be stored in a safe place. `crypto_sign_ed25519_sk_to_seed`
    public var seed: SecretBytes {
        SecretBytes(count: SigningKey.seedCount, octets: { crypto_sign_ed25519_sk_to_seed($0, secret.octets) })
    }

    /// Signs a message; equal messages get equal signatures.
    /// - Returns: 64 bytes, without the message. `crypto_sign_detached`
    public func sign(_ message: [UInt8]) -> [UInt8] {
        var signature = [UInt8](repeating: 0, count: SigningKey.signatureCount)
        crypto_sign_detached(&signature, nil, message, UInt64(message.count), secret.octets)
        return signature
    }
}

extension SigningKey: CustomStringConvertible, CustomReflectable {
    /// A text without any part of the key.
    public var description: String { "SigningKey" }
    /// An empty mirror, so that the key is never printed.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
