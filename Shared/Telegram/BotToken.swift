import Domain
import Sodium

/// The token of a bot, as @BotFather gives it: who has it is the bot. Prints as nothing.
public struct BotToken: Sendable {
    private let secret: SecretBytes

    /// Nil for a text that can be none: a number, a colon, letters and digits.
    public init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...20).contains(parts[0].utf8.count), (1...200).contains(parts[1].utf8.count),
            parts[0].utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            parts[1].utf8.allSatisfy({ $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") })
        else { return nil }
        var bytes = Array(text.utf8)
        secret = SecretBytes(moving: &bytes)
    }

    /// The token, for the moment of its use.
    public func withText<Value>(_ body: (String) -> Value) -> Value {
        body(secret.withBytes { String(decoding: $0, as: UTF8.self) })
    }

    /// The text without the token, if it should stand in there.
    public func removed(from text: String) -> String { withText { text.replacing($0, with: "…") } }
}
