import CSodium

/// An incremental BLAKE2b with 256 bits, without a key. `crypto_generichash_update`, RFC 7693
public struct RunningBLAKE2b: ~Copyable {
    private let state: UnsafeMutableRawPointer

    /// Creates the hash of an empty message.
    public init() {
        SodiumLibrary.initialize()
        // libsodium requires this alignment of the state.
        state = .allocate(byteCount: crypto_generichash_statebytes(), alignment: 64)
        crypto_generichash_init(OpaquePointer(state), nil, 0, Self.byteCount)
    }

    deinit { state.deallocate() }

    /// Appends bytes to the message.
    public mutating func update(_ bytes: [UInt8]) {
        crypto_generichash_update(OpaquePointer(state), bytes, UInt64(bytes.count))
    }

    /// Returns the hash of the message, 32 bytes.
    public consuming func finish() -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: Self.byteCount)
        crypto_generichash_final(OpaquePointer(state), &digest, Self.byteCount)
        return digest
    }

    private static let byteCount = 32
}
