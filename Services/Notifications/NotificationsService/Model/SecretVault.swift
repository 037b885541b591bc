import Domain
import Reasons
import Signals
import Sodium

/// Seals the secrets of channels, which must be known in full to be used, and those in stored answers.
///
/// The key is in a file apart from the database, so that the database alone neither signs nor sends anything.
package struct SecretVault: Sendable {
    private let key: SecretBytes

    package init(key: SecretBytes) { self.key = key }

    /// Seals a secret and binds it to its channel and its use: it does not open in the row of another.
    func seal(_ secret: ChannelSecret, of channelID: String) throws -> [UInt8] {
        switch secret {
        case .key(let secret): try SecretBox.seal(secret.content, key: key, context: Self.context(channelID))
        case .token(let token): try SecretBox.seal(token.content, key: key, context: Self.context(channelID, "token"))
        }
    }

    /// Opens the secret of a webhook.
    /// - Throws: ``CannotOpen``.
    func open(_ sealed: [UInt8], of channelID: String) throws -> WebhookSecret {
        WebhookSecret(try content(sealed, Self.context(channelID)))
    }

    /// Opens the token of a server.
    /// - Throws: ``CannotOpen``.
    func openToken(_ sealed: [UInt8], of channelID: String) throws -> ServerToken {
        ServerToken(try content(sealed, Self.context(channelID, "token")))
    }

    private func content(_ sealed: [UInt8], _ context: [UInt8]) throws -> SecretBytes {
        guard let secret = try SecretBox.open(sealed, key: key, context: context) else { throw CannotOpen() }
        return secret
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
