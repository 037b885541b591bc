import Sodium

/// Proves that Telegram's Login Widget wrote some fields for our bot.
///
/// The key is the SHA-256 of the bot's token. Mini Apps use another one (an HMAC of the token), so what they are given
/// does not pass here.
/// - Source: core.telegram.org/widgets/login, "Checking authorization".
struct TelegramProofKey: Sendable {
    private let key: SecretBytes

    /// The key of a bot.
    init(token: String) {
        var digest = Digest.sha256(Array(token.utf8))
        key = SecretBytes(moving: &digest)
    }

    /// Whether `hash`, in hexadecimal digits, is that of the fields; in a time that does not tell how much of it is
    /// right.
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
