import CSodium

/// An incremental SHA-256. `crypto_hash_sha256_update`
public struct RunningSHA256: ~Copyable {
    private var state = crypto_hash_sha256_state()

    /// Creates the hash of an empty message.
    public init() {
        SodiumLibrary.initialize()
        crypto_hash_sha256_init(&state)
    }

    /// Appends bytes to the message.
    public mutating func update(_ bytes: UnsafeRawBufferPointer) {
        crypto_hash_sha256_update(&state, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt64(bytes.count))
    }

    /// Returns the hash of the message, in 64 hexadecimal digits.
    public consuming func finish() -> String {
        var digest = [UInt8](repeating: 0, count: 32)
        crypto_hash_sha256_final(&state, &digest)
        return digest.map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }
}
