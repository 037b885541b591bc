import Coordination
import Domain
import Reasons
import Signals

/// Rules that the use cases of channels share.
enum ChannelRules {
    static let isPending = Fault(.conflict, .channelPending, field: "channel")

    /// - Throws: ``Fault`` `invalidArgument`.
    static func secret(_ text: String) throws(Fault) -> WebhookSecret {
        guard let secret = WebhookSecret(text) else {
            throw .invalidArgument("secret", .notAWebhookSecret)
        }
        return secret
    }

    /// - Throws: ``Fault`` `invalidArgument`.
    static func token(_ text: String?) throws(Fault) -> ServerToken {
        guard let token = text.flatMap({ ServerToken($0) }) else {
            throw .invalidArgument("token", .notAToken, ["most": .number(ServerToken.longest)])
        }
        return token
    }
}

extension NotificationsReading {
    /// Returns a channel of the user.
    /// - Throws: ``Fault`` `notFound`, also for a channel of another user.
    func ownChannel(_ id: String, of user: String) throws -> Channel {
        guard id.utf8.count <= 64, let channel = try channel(id), channel.userID == user, !channel.isRemoved
        else { throw Fault(.notFound, .noSuchChannel, field: "channel") }
        return channel
    }
}

extension NotificationsTransaction {
    /// Switches off a channel that accepts no messages any more, and gives up its waiting messages.
    func switchOff(_ channel: inout Channel, because answer: SendAnswer) throws {
        channel.state = .off
        channel.reason = try answer.kept
        try save(channel)
        try giveUp(waitingIn: channel.id, answer: try SendAnswer(.channelIsOff, because: answer).kept)
    }
}

extension NotificationsSignal.AddedChannel {
    /// Returns the answer with its link and secret sealed. It is stored in this form with the idempotency key, so the
    /// database alone reveals neither.
    func sealed(by vault: SecretVault) throws -> Self { try replacing { try vault.seal($0, of: channel.id) } }

    /// Returns the answer as its owner gets it.
    /// - Throws: ``SecretVault/CannotOpen``.
    func opened(by vault: SecretVault) throws -> Self { try replacing { try vault.open($0, of: channel.id) } }

    private func replacing(_ change: (String) throws -> String) throws -> Self {
        // Not `map`: Swift 6.3.1 crashes where it inlines a rethrowing `map` into an async function.
        var (link, secret) = (link, secret)
        if let known = link { link = try change(known) }
        if let known = secret { secret = try change(known) }
        return Self(channel: channel, link: link, expiresAt: expiresAt, secret: secret)
    }
}
