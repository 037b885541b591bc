import Domain
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
