import Coordination
import Domain
import Reasons
import Signals

/// Replaces the secret of a webhook, so that both sign for a day, or the token of a channel of ntfy or Gotify.
struct RotateSecret: UseCase {
    let dependencies: NotificationDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `invalidArgument`,
    ///   `notFound`, `conflict`, `confirmationRequired`, `tooManyAttempts`, `wrongCode`.
    func answer(
        _ signal: NotificationsSignal.RotateSecret, context: SignalContext
    ) async throws -> NotificationsSignal.AddedChannel {
        let user = try context.caller.requireUser().userID
        let key = try signal.secret.map(ChannelRules.secret)
        let token = try signal.token.map { text throws(Fault) in try ChannelRules.token(text) }
        let unproved = NotificationsSignal.RotateSecret(
            channel: signal.channel, secret: signal.secret, token: signal.token)
        let vault = dependencies.vault
        return try await dependencies.changeChannels(
            unproved, of: user, provedBy: signal.code, context
        ) { proof, transaction, news in
            var channel = try transaction.ownChannel(signal.channel, of: user)
            let fresh = try Self.secret(of: channel.kind, key, token)
            try ProofGate.require(proof)
            if case .key = fresh {
                (channel.oldSecret, channel.oldSecretUntil) = (channel.secret, news.now + Channel.secretOverlap)
            }
            channel.secret = try vault.seal(fresh, of: channel.id)
            try transaction.save(channel)
            try news.tell(.channelSecretChanged, of: channel)
            return try NotificationsSignal.AddedChannel(
                channel: NotificationsSignal.Channel(channel, in: transaction), link: nil, expiresAt: nil,
                secret: fresh.shown
            ).sealed(by: vault)
        }.opened(by: vault)
    }

    /// Returns the new secret of a channel: a key is made if none is given, a token has to be given.
    private static func secret(
        of kind: NotificationsSignal.ChannelKind, _ key: WebhookSecret?, _ token: ServerToken?
    ) throws(Fault) -> ChannelSecret {
        switch kind {
        case .webhook where token == nil: return .key(key ?? .random())
        case .ntfy, .gotify:
            guard key == nil else { throw Fault(.conflict, .onlyWebhooksHaveSecrets, field: "secret") }
            guard let token else { throw .invalidArgument("token", .notAToken, ["most": .number(ServerToken.longest)]) }
            return .token(token)
        default: throw Fault(.conflict, .onlyWebhooksHaveSecrets, field: token == nil ? "channel" : "token")
        }
    }
}
