import COpenSSL

/// HMAC with SHA-1 (RFC 2104), which libsodium lacks. Authenticator apps support little else.
///
/// For one-time codes only. SHA-1 is broken for signatures, but not within HMAC. `HMAC(3)`, `EVP_sha1(3)`
public enum HMACSHA1 {
    /// The number of bytes of a code.
    public static let count = 20

    /// Returns the 20 bytes of the code of a message, for a key of any length. `HMAC`
    /// - Precondition: There is enough memory.
    public static func code(of message: [UInt8], key: UnsafeRawBufferPointer) -> [UInt8] {
        var code = [UInt8](repeating: 0, count: count)
        var length: UInt32 = 0
        let result = HMAC(EVP_sha1(), key.baseAddress, Int32(key.count), message, message.count, &code, &length)
        precondition(
            result != nil && length == UInt32(count),
            "libcrypto refused to hash, which only a lack of memory can cause.")
        return code
    }
}
