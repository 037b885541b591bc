import Domain
import Reasons
import Signals
import Sodium

/// The secret that signs a webhook's requests: `whsec_` and 24 to 64 bytes in Base64.
///
/// - Source: Standard Webhooks 1.0.0, "Signature scheme".
package struct WebhookSecret: Sendable {
    private static let header = "whsec_"
    private static let counts = 24...64

    private let bytes: SecretBytes

    /// Reads a secret; nil for invalid text.
    package init?(_ text: String) {
        guard text.hasPrefix(Self.header), text.utf8.count <= 128,
            var bytes = StandardBase64.decode(String(text.dropFirst(Self.header.count))),
            Self.counts.contains(bytes.count)
        else { return nil }
        self.bytes = SecretBytes(moving: &bytes)
    }

    init(_ bytes: SecretBytes) { self.bytes = bytes }

    /// Creates a secret of 32 bytes.
    package static func random() -> WebhookSecret { WebhookSecret(.random(count: 32)) }

    /// The secret as its owner sees it.
    package var text: String { bytes.withBytes { Self.header + StandardBase64.encode(Array($0)) } }

    /// Returns `v1,` and the HMAC-SHA-256 of `id.timestamp.body` in Base64.
    package func signature(id: String, timestamp: Int64, body: [UInt8]) -> String {
        let message = Array("\(id).\(timestamp).".utf8) + body
        let code = bytes.withBytes { Digest.hmacSHA256(message, key: Array($0)) }
        return "v1," + StandardBase64.encode(code)
    }

    var content: SecretBytes { bytes }
}

/// Seals the secrets of webhooks, which must be known in full to sign, and those in stored answers.
///
/// The key is in a file apart from the database, so that the database alone signs nothing.
package struct SecretVault: Sendable {
    private let key: SecretBytes

    package init(key: SecretBytes) { self.key = key }

    /// Seals a secret and binds it to its channel: it does not open in the row of another.
    func seal(_ secret: WebhookSecret, of channelID: String) throws -> [UInt8] {
        try SecretBox.seal(secret.content, key: key, context: Self.context(channelID))
    }

    /// - Throws: ``CannotOpen``.
    func open(_ sealed: [UInt8], of channelID: String) throws -> WebhookSecret {
        guard let secret = try SecretBox.open(sealed, key: key, context: Self.context(channelID)) else {
            throw CannotOpen()
        }
        return WebhookSecret(secret)
    }

    /// Seals a text of an answer about a channel, as text.
    func seal(_ text: String, of channelID: String) throws -> String {
        var bytes = Array(text.utf8)
        let context = Self.context(channelID, "answer")
        return StandardBase64.encode(try SecretBox.seal(SecretBytes(moving: &bytes), key: key, context: context))
    }

    /// - Throws: ``CannotOpen``.
    func open(_ sealed: String, of channelID: String) throws -> String {
        guard let box = StandardBase64.decode(sealed),
            let text = try SecretBox.open(box, key: key, context: Self.context(channelID, "answer"))
        else { throw CannotOpen() }
        return text.withBytes { String(decoding: $0, as: UTF8.self) }
    }

    private static func context(_ channelID: String, _ use: String = "webhook") -> [UInt8] {
        Array("\(use):\(channelID)".utf8)
    }

    /// The secret was sealed with another key. This is our fault, and it is logged.
    struct CannotOpen: Error, CustomStringConvertible {
        let description = Reason.webhookSecretSealed.english
    }
}

/// Base64 with `+`, `/` and padding: RFC 4648, section 4.
enum StandardBase64 {
    static func encode(_ bytes: [UInt8]) -> String {
        var text = Base64URL.encode(bytes).replacing("-", with: "+").replacing("_", with: "/")
        while text.utf8.count % 4 != 0 { text += "=" }
        return text
    }

    /// Decodes a text; nil for invalid text.
    static func decode(_ text: String) -> [UInt8]? {
        guard text.utf8.count % 4 == 0, !text.contains("-"), !text.contains("_") else { return nil }
        let padding = text.reversed().prefix { $0 == "=" }.count
        guard padding <= 2 else { return nil }
        let plain = text.dropLast(padding).replacing("+", with: "-").replacing("/", with: "_")
        return Base64URL.decode(Array(plain.utf8))
    }
}
