import CSodium

/// Hashes of messages, 32 bytes each by default.
public enum Digest {
    /// Returns BLAKE2b with 256 bits, without a key. `crypto_generichash`, RFC 7693
    public static func blake2b256(_ message: [UInt8]) -> [UInt8] {
        make { crypto_generichash($0, 32, message, UInt64(message.count), nil, 0) }
    }

    /// Returns BLAKE2b with 256 bits, without a key, as four words in the byte order of the digest, without an
    /// allocation. `crypto_generichash`, RFC 7693
    public static func blake2b256Words(_ message: UnsafeRawBufferPointer) -> (UInt64, UInt64, UInt64, UInt64) {
        SodiumLibrary.initialize()
        var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        let result = withUnsafeMutableBytes(of: &words) { digest in
            digest.withMemoryRebound(to: UInt8.self) { digest in
                message.withMemoryRebound(to: UInt8.self) { message in
                    digest.baseAddress.map {
                        crypto_generichash($0, 32, message.baseAddress, UInt64(message.count), nil, 0)
                    }
                }
            }
        }
        precondition(result == 0, "libsodium refused to hash, which only a wrong call can cause.")
        return words
    }

    /// Returns BLAKE2b with a given number of bytes, without a key. `crypto_generichash`, RFC 7693
    /// - Precondition: 16 … 64 bytes.
    public static func blake2b(_ message: [UInt8], byteCount: Int) -> [UInt8] {
        precondition((16...64).contains(byteCount), "BLAKE2b gives 16 to 64 bytes here, not \(byteCount).")
        return make(byteCount: byteCount) { crypto_generichash($0, byteCount, message, UInt64(message.count), nil, 0) }
    }

    /// Returns SHA-256. `crypto_hash_sha256`, FIPS 180-4
    public static func sha256(_ message: [UInt8]) -> [UInt8] {
        make { crypto_hash_sha256($0, message, UInt64(message.count)) }
    }

    /// Returns HMAC-SHA-256 with a key of any length. `crypto_auth_hmacsha256_update`, RFC 2104
    public static func hmacSHA256(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
        make { code in
            var state = crypto_auth_hmacsha256_state()
            crypto_auth_hmacsha256_init(&state, key, key.count)
            crypto_auth_hmacsha256_update(&state, message, UInt64(message.count))
            return crypto_auth_hmacsha256_final(&state, code)
        }
    }

    private static func make(byteCount: Int = 32, _ write: (UnsafeMutablePointer<UInt8>) -> Int32) -> [UInt8] {
        SodiumLibrary.initialize()
        var digest = [UInt8](repeating: 0, count: byteCount)
        let result = write(&digest)
        precondition(result == 0, "libsodium refused to hash, which only a wrong call can cause.")
        return digest
    }
}
