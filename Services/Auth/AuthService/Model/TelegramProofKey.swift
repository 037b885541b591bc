import Sodium

/// Proves that Telegram's Login Widget signed some fields for our bot.
///
/// The key is the SHA-256 of the bot's token. Mini Apps use another key (an HMAC of the token), so their data is
/// refused.
/// - Source: core.telegram.org/widgets/login, "Checking authorization".
struct TelegramProofKey: Sendable {
    private let key: SecretBytes

    /// Derives the key from a bot's token.
    init(token: String) {
        var digest = Digest.sha256(Array(token.utf8))
        key = SecretBytes(moving: &digest)
    }

    /// True when `hash`, in hexadecimal digits, is the hash of the fields. Takes constant time.
    func proves(_ fields: [String: String], hash: String) -> Bool {
        guard let given = Self.bytes(ofHex: hash) else { return false }
        let text = fields.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "\n")
        let wanted = key.withBytes { Digest.hmacSHA256(Array(text.utf8), key: Array($0)) }
        return ConstantTime.equals(given, wanted)
    }

    private static func bytes(ofHex text: String) -> [UInt8]? {
        let digits = text.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
        guard text.utf8.count == 64, digits.count == 64 else { return nil }
        return stride(from: 0, to: 64, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }
}
