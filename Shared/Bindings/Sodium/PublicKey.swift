import CSodium

/// An Ed25519 key that verifies signatures; it is not secret. `crypto_sign_verify_detached(3)`, RFC 8032
public struct PublicKey: Hashable, Sendable {
    /// The number of bytes of a key.
    public static let count = 32

    /// The key's 32 bytes.
    public let bytes: [UInt8]

    /// Creates a key from bytes of a file or a peer. Whether they are a valid point is checked by ``verify(_:of:)``.
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

    /// Returns true when `signature` is this key's signature of exactly this message; false also for a wrong length.
    /// `crypto_sign_verify_detached`
    public func verify(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        SodiumLibrary.initialize()
        return signature.count == SigningKey.signatureCount
            && crypto_sign_verify_detached(signature, message, UInt64(message.count), bytes) == 0
    }
}
