import CSodium

/// Base64 for URLs and tokens, without padding: RFC 4648, section 5. `sodium_bin2base64(3)`
public enum Base64URL {
    /// Encodes bytes. `sodium_bin2base64`, `sodium_base64_VARIANT_URLSAFE_NO_PADDING`
    public static func encode(_ bytes: [UInt8]) -> String {
        // Four characters for every three bytes or part of them, and the terminating zero.
        var text = [CChar](repeating: 0, count: (bytes.count + 2) / 3 * 4 + 1)
        sodium_bin2base64(&text, text.count, bytes, bytes.count, urlSafeWithoutPadding)
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Decodes a text; nil unless it is exactly the output of ``encode(_:)`` for some bytes. Padding, other alphabets,
    /// white space and stray bits at the end are rejected. `sodium_base642bin`
    public static func decode(_ text: String) -> [UInt8]? {
        decode(Array(text.utf8))
    }

    /// Decodes an ASCII text, as ``decode(_:)-(String)``. `sodium_base642bin`
    public static func decode(_ text: [UInt8]) -> [UInt8]? {
        // libsodium 1.0.18 reads every byte beyond ASCII as the last letter of the alphabet.
        guard text.allSatisfy({ $0 < 0x80 }) else { return nil }
        var bytes = [UInt8](repeating: 0, count: text.count / 4 * 3 + 3)
        var count = 0
        let characters = text.map(CChar.init(bitPattern:))
        let result = sodium_base642bin(
            &bytes, bytes.count, characters, characters.count, nil, &count, nil, urlSafeWithoutPadding)
        return result == 0 ? Array(bytes.prefix(count)) : nil
    }

    /// `sodium_base64_VARIANT_URLSAFE_NO_PADDING`
    private static let urlSafeWithoutPadding: Int32 = 7
}
