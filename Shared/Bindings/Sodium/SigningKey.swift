import CSodium

/// An Ed25519 key that signs. `crypto_sign_keypair(3)`, RFC 8032
public final class SigningKey: Sendable {
    /// Bytes of a seed, from which the whole key follows.
    public static let seedCount = 32
    /// Bytes of a signature.
    public static let signatureCount = 64

    /// The key that checks what this one signs.
    public let publicKey: PublicKey

    /// Seed, then public key: 64 bytes.
    private let secret: SecretBytes

    /// Makes a new key. `crypto_sign_seed_keypair`
    public convenience init() {
        self.init(validSeed: SecretBytes.random(count: SigningKey.seedCount))
    }

    /// Makes the key that follows from a seed. `crypto_sign_seed_keypair`
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

    /// The seed, to be kept in a safe place. `crypto_sign_ed25519_sk_to_seed`
    public var seed: SecretBytes {
        SecretBytes(count: SigningKey.seedCount, octets: { crypto_sign_ed25519_sk_to_seed($0, secret.octets) })
    }

    /// Signs a message; the same message always gets the same signature.
    /// - Returns: 64 bytes, without the message. `crypto_sign_detached`
    public func sign(_ message: [UInt8]) -> [UInt8] {
        var signature = [UInt8](repeating: 0, count: SigningKey.signatureCount)
        crypto_sign_detached(&signature, nil, message, UInt64(message.count), secret.octets)
        return signature
    }
}

extension SigningKey: CustomStringConvertible, CustomReflectable {
    /// Nothing of the key.
    public var description: String { "SigningKey" }
    /// Nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
