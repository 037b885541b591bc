import Coordination
import Domain
import Signals

/// Replaces the secret of a webhook. Both secrets sign for a day.
struct RotateSecret: UseCase {
    let dependencies: NotificationDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `invalidArgument`,
    ///   `notFound`, `conflict`, `confirmationRequired`, `tooManyAttempts`, `wrongCode`.
    func answer(
        _ signal: NotificationsSignal.RotateSecret, context: SignalContext
    ) async throws -> NotificationsSignal.AddedChannel {
        let user = try context.caller.requireUser().userID
        let fresh = try signal.secret.map(ChannelRules.secret) ?? .random()
        let unproved = NotificationsSignal.RotateSecret(channel: signal.channel, secret: signal.secret)
        let vault = dependencies.vault
        return try await dependencies.changeChannels(
            unproved, of: user, provedBy: signal.code, context
        ) { proof, transaction, news in
            var channel = try transaction.ownChannel(signal.channel, of: user)
            guard channel.kind == .webhook else {
                throw Fault(.conflict, .onlyWebhooksHaveSecrets, field: "channel")
            }
            try ProofGate.require(proof)
            (channel.oldSecret, channel.oldSecretUntil) = (channel.secret, news.now + Channel.secretOverlap)
            channel.secret = try vault.seal(fresh, of: channel.id)
            try transaction.save(channel)
            try news.tell(.channelSecretChanged, of: channel)
            return try NotificationsSignal.AddedChannel(
                channel: NotificationsSignal.Channel(channel, in: transaction), link: nil, expiresAt: nil,
                secret: fresh.text
            ).sealed(by: vault)
        }.opened(by: vault)
    }
}
