import COpenSSL

/// HMAC with SHA-1, which libsodium does not have: authenticator apps speak it and little else. RFC 2104
///
/// For one-time codes only. SHA-1 is broken for signatures; as HMAC's hash it is not. `HMAC(3)`, `EVP_sha1(3)`
public enum HMACSHA1 {
    /// Bytes of a code.
    public static let count = 20

    /// The 20 bytes of the code of a message, with a key of any length. `HMAC`
    /// - Precondition: There is memory.
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
