import CSodium

/// Argon2id hashes of passwords as PHC strings: `$argon2id$v=19$m=…,t=…,p=1$salt$hash`. `crypto_pwhash_str(3)`
///
/// Deliberately expensive: each call takes the given memory and some tenths of a second. Do not call it on an executor
/// with other work.
public enum PasswordHash {
    /// The cost of a hash.
    public struct Cost: Sendable, Hashable {
        /// The number of passes over the memory, 1 … 2^32 - 1. `opslimit`
        public let operations: UInt64
        /// The memory in bytes, 8192 … 4 TiB, in steps of 1024. `memlimit`
        public let memoryBytes: Int

        /// Creates a cost.
        /// - Precondition: Both are in their range.
        public init(operations: UInt64, memoryBytes: Int) {
            precondition(
                operations >= 1 && operations <= UInt64(UInt32.max) && memoryBytes >= 8192
                    && memoryBytes <= 4_398_046_510_080,
                "The cost of an Argon2id hash is out of range.")
            self.operations = operations
            self.memoryBytes = memoryBytes
        }

        /// For interactive logins: 2 passes over 64 MiB. `crypto_pwhash_OPSLIMIT_INTERACTIVE`
        public static let interactive = Cost(operations: 2, memoryBytes: 64 << 20)
    }

    /// Hashes a password with a new random salt. `crypto_pwhash_str_alg`, `crypto_pwhash_ALG_ARGON2ID13`
    /// - Returns: A PHC string of fewer than 128 ASCII characters.
    /// - Throws: ``SodiumError``: `noMemory`.
    public static func hash(_ password: [UInt8], cost: Cost) throws(SodiumError) -> String {
        SodiumLibrary.initialize()
        var text = [CChar](repeating: 0, count: textCount)
        let result = withCharacters(of: password) { characters, count in
            crypto_pwhash_str_alg(
                &text, characters, count, cost.operations, cost.memoryBytes, crypto_pwhash_argon2id_alg_argon2id13())
        }
        guard result == 0 else { throw noMemory }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Returns true when the password is the hashed one; false also for a malformed hash. `crypto_pwhash`
    ///
    /// `crypto_pwhash_str_verify` cannot tell a wrong password from exhausted memory. So the hash is computed again
    /// from its parts, and compared in constant time. A hash in another form still goes to that function.
    /// - Throws: ``SodiumError``: `noMemory`. The password was not checked.
    public static func verify(_ password: [UInt8], against hash: String) throws(SodiumError) -> Bool {
        SodiumLibrary.initialize()
        guard let text = padded(hash) else { return false }
        guard let parts = PasswordHashParts(hash) else {
            return withCharacters(of: password) { crypto_pwhash_str_verify(text, $0, $1) } == 0
        }
        var digest = [UInt8](repeating: 0, count: parts.digest.count)
        let result = withCharacters(of: password) { characters, count in
            crypto_pwhash(
                &digest, UInt64(digest.count), characters, count, parts.salt, parts.operations, parts.memoryBytes,
                crypto_pwhash_argon2id_alg_argon2id13())
        }
        guard result == 0 else { throw noMemory }
        return sodium_memcmp(digest, parts.digest, digest.count) == 0
    }

    /// Returns true when the hash has another cost, or is not an Argon2id hash: the password should be rehashed when it
    /// is next known. `crypto_pwhash_str_needs_rehash`
    public static func needsRehash(_ hash: String, cost: Cost) -> Bool {
        SodiumLibrary.initialize()
        guard let text = padded(hash) else { return true }
        return crypto_pwhash_str_needs_rehash(text, cost.operations, cost.memoryBytes) != 0
    }

    private static var noMemory: SodiumError {
        SodiumError(code: .noMemory, message: "Argon2id has not enough memory; lower the cost or add memory.")
    }

    /// The number of bytes of a hash, with the terminating zero. `crypto_pwhash_STRBYTES`
    private static let textCount = 128

    /// Returns the text padded with zeros to the 128 bytes that the C functions require; nil when it does not fit.
    private static func padded(_ hash: String) -> [CChar]? {
        var text = hash.utf8.map(CChar.init(bitPattern:))
        guard text.count < textCount, !text.contains(0) else { return nil }
        text.append(contentsOf: repeatElement(0, count: textCount - text.count))
        return text
    }

    private static func withCharacters(
        of password: [UInt8], _ body: (UnsafePointer<CChar>, UInt64) -> Int32
    ) -> Int32 {
        password.withUnsafeBytes { bytes in
            let start = bytes.baseAddress ?? UnsafeRawPointer(("" as StaticString).utf8Start)
            return body(start.assumingMemoryBound(to: CChar.self), UInt64(bytes.count))
        }
    }
}
