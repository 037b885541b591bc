import Coordination
import Domain
import Signals

/// What the use cases of channels have in common.
enum ChannelRules {
    static let isPending = Fault(.conflict, .channelPending, field: "channel")

    /// - Throws: ``Fault`` `invalidArgument`.
    static func secret(_ text: String) throws(Fault) -> WebhookSecret {
        guard let secret = WebhookSecret(text) else {
            throw .invalidArgument("secret", .notAWebhookSecret)
        }
        return secret
    }
}

extension NotificationsReading {
    /// A channel of the user's.
    /// - Throws: ``Fault`` `notFound`, also for another's.
    func ownChannel(_ id: String, of user: String) throws -> Channel {
        guard id.utf8.count <= 64, let channel = try channel(id), channel.userID == user, !channel.isRemoved
        else { throw Fault(.notFound, .noSuchChannel, field: "channel") }
        return channel
    }
}

extension NotificationsTransaction {
    /// Switches a channel off that takes nothing any more, and gives up what waits in it.
    func switchOff(_ channel: inout Channel, because answer: SendAnswer) throws {
        channel.state = .off
        channel.reason = try answer.kept
        try save(channel)
        try giveUp(waitingIn: channel.id, answer: try SendAnswer(.channelIsOff, because: answer).kept)
    }
}

extension NotificationsSignal.AddedChannel {
    /// The answer with its link and secret sealed. So it is kept with the key of its request: the database alone tells
    /// neither.
    func sealed(by vault: SecretVault) throws -> Self { try replacing { try vault.seal($0, of: channel.id) } }

    /// The answer as its owner gets it.
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
