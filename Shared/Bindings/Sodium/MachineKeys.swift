import CSodium

/// The key pair that identifies a machine to other machines, or that opens a ``SealedBox``: X25519, in the form that
/// CurveZMQ uses. `crypto_box_keypair(3)`, RFC 7748
public struct MachineKeys: Sendable {
    /// The number of bytes of each key.
    public static let keyCount = 32

    /// The key that other machines know; it is not secret.
    public let publicKey: [UInt8]
    /// The key that only this machine has.
    public let secretKey: SecretBytes

    /// Creates a new pair. `crypto_box_keypair`
    public init() {
        var publicKey = [UInt8](repeating: 0, count: MachineKeys.keyCount)
        secretKey = SecretBytes(count: MachineKeys.keyCount, octets: { crypto_box_keypair(&publicKey, $0) })
        self.publicKey = publicKey
    }

    /// Creates the pair of a stored secret key. `crypto_scalarmult_base`
    /// - Throws: ``SodiumError``: `wrongLength` unless the key has 32 bytes.
    public init(secretKey: SecretBytes) throws(SodiumError) {
        guard secretKey.count == MachineKeys.keyCount else {
            throw SodiumError(code: .wrongLength, message: "A machine's key has 32 bytes, not \(secretKey.count).")
        }
        var publicKey = [UInt8](repeating: 0, count: MachineKeys.keyCount)
        crypto_scalarmult_base(&publicKey, secretKey.octets)
        self.publicKey = publicKey
        self.secretKey = secretKey
    }
}

extension MachineKeys: CustomStringConvertible {
    /// A text without any part of the secret key.
    public var description: String { "MachineKeys(\(Base64URL.encode(publicKey)))" }
}
