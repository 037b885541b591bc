import Sodium

/// A token by which a server of ntfy or Gotify knows who sends: visible ASCII, as a field of a header takes it.
package struct ServerToken: Sendable {
    /// The longest token in bytes. Those of ntfy have 32, those of Gotify 15.
    package static let longest = 256

    let content: SecretBytes

    /// Reads a token; nil for invalid text.
    package init?(_ text: String) {
        var bytes = Array(text.utf8)
        guard (1...Self.longest).contains(bytes.count), bytes.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return nil
        }
        content = SecretBytes(moving: &bytes)
    }

    init(_ content: SecretBytes) { self.content = content }

    /// The token as its server takes it.
    var text: String { content.withBytes { String(decoding: $0, as: UTF8.self) } }
}

/// The secret of a channel.
package enum ChannelSecret: Sendable {
    /// A key of ours that signs requests.
    case key(WebhookSecret)
    /// A token that the other side gave to the user.
    case token(ServerToken)

    /// The text that its owner is shown once: a key has to be told to the other side, a token came from there.
    var shown: String? {
        switch self {
        case .key(let secret): secret.text
        case .token: nil
        }
    }
}
