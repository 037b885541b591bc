import CSodium

/// The parts of a hash as libsodium makes them: Argon2id of version 1.3, one lane, a salt of 16 bytes.
///
/// - Source: the PHC string format; `argon2_encode_string` of libsodium.
struct PasswordHashParts {
    let operations: UInt64
    let memoryBytes: Int
    let salt: [UInt8]
    let digest: [UInt8]

    /// Reads the parts. Nil for any other text.
    init?(_ hash: String) {
        let parts = hash.split(separator: "$", omittingEmptySubsequences: false)
        guard parts.count == 6, parts[0].isEmpty, parts[1] == "argon2id", parts[2] == "v=19" else { return nil }
        let costs = parts[3].split(separator: ",", omittingEmptySubsequences: false)
        guard costs.count == 3, costs[2] == "p=1", let memory = Self.number("m=", costs[0]),
            let operations = Self.number("t=", costs[1]), (8...UInt32.max).contains(memory), operations >= 1,
            let salt = Self.bytes(parts[4]), salt.count == crypto_pwhash_saltbytes(),
            let digest = Self.bytes(parts[5]), digest.count >= crypto_pwhash_bytes_min()
        else { return nil }
        (self.operations, memoryBytes) = (UInt64(operations), Int(memory) << 10)
        (self.salt, self.digest) = (salt, digest)
    }

    private static func number(_ name: String, _ text: Substring) -> UInt32? {
        text.hasPrefix(name) ? UInt32(text.dropFirst(name.count)) : nil
    }

    private static func bytes(_ text: Substring) -> [UInt8]? {
        let characters = text.utf8.map(CChar.init(bitPattern:))
        var bytes = [UInt8](repeating: 0, count: characters.count)
        var count = 0
        let result = sodium_base642bin(
            &bytes, bytes.count, characters, characters.count, nil, &count, nil,
            sodium_base64_VARIANT_ORIGINAL_NO_PADDING)
        return result == 0 ? Array(bytes.prefix(count)) : nil
    }
}
