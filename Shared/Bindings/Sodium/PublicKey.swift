import CSodium

/// An Ed25519 key that checks signatures; it is no secret. `crypto_sign_verify_detached(3)`, RFC 8032
public struct PublicKey: Hashable, Sendable {
    /// Bytes of a key.
    public static let count = 32

    /// The key's 32 bytes.
    public let bytes: [UInt8]

    /// Takes the bytes of a key, from a file or a peer. Whether they are a point is checked at ``verify(_:of:)``.
    /// - Throws: ``SodiumError``: `wrongLength` unless there are 32 bytes.
    public init(bytes: [UInt8]) throws(SodiumError) {
        guard bytes.count == PublicKey.count else {
            throw SodiumError(code: .wrongLength, message: "An Ed25519 public key has 32 bytes, not \(bytes.count).")
        }
        self.bytes = bytes
    }

    init(validBytes: [UInt8]) {
        bytes = validBytes
    }

    /// Whether `signature` is this key's, for exactly this message; false for a signature of another length, too.
    /// `crypto_sign_verify_detached`
    public func verify(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        SodiumLibrary.initialize()
        return signature.count == SigningKey.signatureCount
            && crypto_sign_verify_detached(signature, message, UInt64(message.count), bytes) == 0
    }
}
