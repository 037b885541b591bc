import CSodium

/// Authenticated encryption of a sequence of chunks with one key: no chunk can be modified, left out, repeated or moved
/// unnoticed, and the last one is marked. XChaCha20-Poly1305. `crypto_secretstream_xchacha20poly1305(3)`
public enum SecretStream {
    /// The number of bytes of a key.
    public static let keyCount = 32
    /// The number of bytes of the header. `crypto_secretstream_xchacha20poly1305_HEADERBYTES`
    public static let headerCount = 24
    /// The bytes by which an encrypted chunk is longer. `crypto_secretstream_xchacha20poly1305_ABYTES`
    public static let overhead = 17

    fileprivate typealias State = crypto_secretstream_xchacha20poly1305_state

    fileprivate static func require(_ key: SecretBytes) throws(SodiumError) {
        guard key.count == keyCount else {
            throw SodiumError(code: .wrongLength, message: "The key of a stream has 32 bytes, not \(key.count).")
        }
    }

    fileprivate static func release(_ state: UnsafeMutablePointer<State>) {
        sodium_memzero(state, MemoryLayout<State>.size)
        state.deallocate()
    }
}

/// The encrypting end of a stream.
public struct SecretStreamSealing: ~Copyable {
    /// The random bytes that the other end needs; they are not secret.
    public let header: [UInt8]

    private let state: UnsafeMutablePointer<SecretStream.State>

    /// Begins a stream. `crypto_secretstream_xchacha20poly1305_init_push`
    /// - Throws: ``SodiumError``: `wrongLength` unless the key has 32 bytes.
    public init(key: SecretBytes) throws(SodiumError) {
        SodiumLibrary.initialize()
        try SecretStream.require(key)
        var header = [UInt8](repeating: 0, count: SecretStream.headerCount)
        state = .allocate(capacity: 1)
        crypto_secretstream_xchacha20poly1305_init_push(state, &header, key.octets)
        self.header = header
    }

    deinit { SecretStream.release(state) }

    /// Encrypts a chunk. `crypto_secretstream_xchacha20poly1305_push`
    ///
    /// - Parameters:
    ///   - sealed: Room for the chunk and ``SecretStream/overhead`` bytes more.
    ///   - isLast: True for the last chunk, which may be empty.
    ///   - context: Bytes that the other end must know, too.
    public mutating func seal(
        _ chunk: UnsafeRawBufferPointer, into sealed: UnsafeMutableRawBufferPointer, isLast: Bool, context: [UInt8]
    ) {
        precondition(sealed.count >= chunk.count + SecretStream.overhead, "There is no room for the chunk.")
        let result = crypto_secretstream_xchacha20poly1305_push(
            state, sealed.baseAddress?.assumingMemoryBound(to: UInt8.self), nil,
            chunk.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt64(chunk.count), context,
            UInt64(context.count),
            isLast
                ? crypto_secretstream_xchacha20poly1305_tag_final()
                : crypto_secretstream_xchacha20poly1305_tag_message()
        )
        precondition(result == 0, "libsodium refused to encrypt, which only a wrong call can cause.")
    }
}

/// The decrypting end of a stream.
public struct SecretStreamOpening: ~Copyable {
    private let state: UnsafeMutablePointer<SecretStream.State>

    /// Begins to read a stream. `crypto_secretstream_xchacha20poly1305_init_pull`
    /// - Throws: ``SodiumError``: `wrongLength` unless the key and the header have their lengths.
    public init(key: SecretBytes, header: [UInt8]) throws(SodiumError) {
        SodiumLibrary.initialize()
        try SecretStream.require(key)
        guard header.count == SecretStream.headerCount else {
            throw SodiumError(code: .wrongLength, message: "The header of a stream has 24 bytes, not \(header.count).")
        }
        state = .allocate(capacity: 1)
        crypto_secretstream_xchacha20poly1305_init_pull(state, header, key.octets)
    }

    deinit { SecretStream.release(state) }

    /// Decrypts the next chunk. `crypto_secretstream_xchacha20poly1305_pull`
    ///
    /// - Parameter plain: Room for the chunk without ``SecretStream/overhead``.
    /// - Returns: The number of bytes, and whether the chunk is the last; nil for one that is not the next chunk of
    ///   this stream as it was sealed.
    public mutating func open(
        _ sealed: UnsafeRawBufferPointer, into plain: UnsafeMutableRawBufferPointer, context: [UInt8]
    ) -> (count: Int, isLast: Bool)? {
        guard sealed.count >= SecretStream.overhead, plain.count >= sealed.count - SecretStream.overhead else {
            return nil
        }
        var tag: UInt8 = 0
        let result = crypto_secretstream_xchacha20poly1305_pull(
            state, plain.baseAddress?.assumingMemoryBound(to: UInt8.self), nil, &tag,
            sealed.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt64(sealed.count), context,
            UInt64(context.count))
        guard result == 0 else { return nil }
        switch tag {
        case crypto_secretstream_xchacha20poly1305_tag_message(): return (sealed.count - SecretStream.overhead, false)
        case crypto_secretstream_xchacha20poly1305_tag_final(): return (sealed.count - SecretStream.overhead, true)
        // This side never asks for the other tags.
        default: return nil
        }
    }
}
