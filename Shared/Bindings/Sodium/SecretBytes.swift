import CSodium

/// Bytes that are never swapped or printed: locked in memory, between guard pages, zeroed on release. `sodium_malloc`,
/// `sodium_free`
public final class SecretBytes: Sendable {
    /// The number of bytes.
    public let count: Int

    // Safe to share: written only in init, then read-only for the processor, freed in deinit.
    nonisolated(unsafe) let start: UnsafeMutableRawPointer

    /// Creates `count` bytes that `fill` writes. `sodium_malloc`, `sodium_mprotect_readonly`
    /// - Precondition: `count` is not negative, and there is enough memory.
    public init<Failure: Error>(
        count: Int, fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        precondition(count >= 0, "A secret can not have fewer than no bytes.")
        SodiumLibrary.initialize()
        guard let start = sodium_malloc(count) else { preconditionFailure("There is no memory for a secret.") }
        self.count = count
        self.start = start
        try fill(UnsafeMutableRawBufferPointer(start: start, count: count))
        sodium_mprotect_readonly(start)
    }

    /// Copies the bytes and zeroes the original. `sodium_memzero`
    public convenience init(moving bytes: inout [UInt8]) {
        self.init(count: bytes.count) { secret in bytes.withUnsafeBytes { secret.copyMemory(from: $0) } }
        bytes.withUnsafeMutableBytes { if let start = $0.baseAddress { sodium_memzero(start, $0.count) } }
        bytes = []
    }

    /// Creates `count` random bytes. `randombytes_buf`
    public static func random(count: Int) -> SecretBytes {
        SecretBytes(count: count) { secret in
            if let start = secret.baseAddress { randombytes_buf(start, secret.count) }
        }
    }

    /// Creates `count` bytes that a C function writes.
    convenience init(count: Int, octets write: (UnsafeMutablePointer<UInt8>) -> Void) {
        self.init(count: count) { secret in
            guard let start = secret.baseAddress else { return }
            write(start.assumingMemoryBound(to: UInt8.self))
        }
    }

    deinit {
        sodium_free(start)
    }

    /// Calls `body` with the bytes.
    public func withBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeRawBufferPointer(start: start, count: count))
    }

    /// The bytes in the type of C's crypto functions.
    var octets: UnsafePointer<UInt8> { UnsafeRawPointer(start).assumingMemoryBound(to: UInt8.self) }
}

extension SecretBytes: Equatable {
    /// Compares in a time that depends only on the lengths. `sodium_memcmp`
    public static func == (left: SecretBytes, right: SecretBytes) -> Bool {
        left.count == right.count && sodium_memcmp(left.start, right.start, left.count) == 0
    }
}

extension SecretBytes: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The number of bytes, never their content.
    public var description: String { "SecretBytes(\(count))" }
    /// The number of bytes, never their content.
    public var debugDescription: String { description }
    /// An empty mirror, so that the bytes are never printed.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
