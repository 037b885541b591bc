import Coordination
import Signals

/// Switches a channel on or off. Switching it off gives up its waiting messages.
struct SwitchChannel: UseCase {
    let dependencies: NotificationDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `notFound`,
    ///   `conflict`, `confirmationRequired`, `tooManyAttempts`, `wrongCode`.
    func answer(
        _ signal: NotificationsSignal.SwitchChannel, context: SignalContext
    ) async throws -> NotificationsSignal.ChannelList {
        let user = try context.caller.requireUser().userID
        let unproved = NotificationsSignal.SwitchChannel(channel: signal.channel, on: signal.on)
        return try await dependencies.changeChannels(
            unproved, of: user, provedBy: signal.code, context
        ) { [senders = dependencies.senders] proof, transaction, news in
            var channel = try transaction.ownChannel(signal.channel, of: user)
            guard channel.state != .pending else { throw ChannelRules.isPending }
            if signal.on, let reason = senders[channel.kind]?.refusal(of: channel.address) {
                throw Fault(.conflict, reason, field: "channel")
            }
            let isNews = channel.state != (signal.on ? .on : .off)
            if isNews { try ProofGate.require(proof) }
            if signal.on {
                (channel.state, channel.reason, channel.pausedUntil) = (.on, nil, nil)
                (channel.isFailing, channel.farewell) = (false, nil)
                try transaction.save(channel)
                if isNews { try news.tell(.channelSwitchedOn, of: channel) }
            } else if isNews {
                (channel.state, channel.reason) = (.off, try SendAnswer(.switchedOffByOwner).kept)
                try transaction.giveUp(waitingIn: channel.id, answer: try SendAnswer(.channelWasSwitchedOff).kept)
                try news.tellLast(.channelSwitchedOff, through: &channel)
            }
            return try NotificationsSignal.ChannelList(of: user, in: transaction)
        }
    }
}
