import Domain
import Sodium

/// The token of a bot, as issued by @BotFather; its holder controls the bot. Its text is never printed.
public struct BotToken: Sendable {
    private let secret: SecretBytes

    /// Nil for a malformed text. A token is a number, a colon, then letters and digits.
    public init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...20).contains(parts[0].utf8.count), (1...200).contains(parts[1].utf8.count),
            parts[0].utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            parts[1].utf8.allSatisfy({ $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") })
        else { return nil }
        var bytes = Array(text.utf8)
        secret = SecretBytes(moving: &bytes)
    }

    /// Calls `body` with the token.
    public func withText<Value>(_ body: (String) -> Value) -> Value {
        body(secret.withBytes { String(decoding: $0, as: UTF8.self) })
    }

    /// Returns a text with the token removed.
    public func removed(from text: String) -> String { withText { text.replacing($0, with: "…") } }
}
