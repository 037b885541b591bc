import Coordination
import Signals

/// Removes a channel and gives up its waiting messages. A channel that is on sends a farewell.
struct RemoveChannel: UseCase {
    let dependencies: NotificationDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `conflict`,
    ///   `notFound`, `confirmationRequired`, `tooManyAttempts`, `wrongCode`.
    func answer(
        _ signal: NotificationsSignal.RemoveChannel, context: SignalContext
    ) async throws -> NotificationsSignal.ChannelList {
        let user = try context.caller.requireUser().userID
        let unproved = NotificationsSignal.RemoveChannel(channel: signal.channel)
        return try await dependencies.changeChannels(
            unproved, of: user, provedBy: signal.code, context
        ) { proof, transaction, news in
            var channel = try transaction.ownChannel(signal.channel, of: user)
            try ProofGate.require(proof)
            try transaction.removeChannel(channel.id)
            switch channel.state {
            case .on:
                (channel.state, channel.isRemoved) = (.off, true)
                try news.tellLast(.channelRemoved, through: &channel)
            case .off: try news.tell(.channelRemoved, of: channel)
            case .pending: break
            }
            return try NotificationsSignal.ChannelList(of: user, in: transaction)
        }
    }
}
