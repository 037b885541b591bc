import Reasons
import Signals

/// A message on its way through a channel.
package struct Parcel: Sendable {
    package let channel: Channel
    package let delivery: Delivery
    package let notices: [Notice]
    package let wording: Wording

    package init(channel: Channel, delivery: Delivery, notices: [Notice], wording: Wording) {
        self.channel = channel
        self.delivery = delivery
        self.notices = notices
        self.wording = wording
    }

    /// The message as its recipient reads it.
    package var letter: Letter { Letter(notices, of: delivery, wording) }
}

/// A sender of messages for one kind of channel.
package protocol ChannelSending: Sendable {
    /// Makes one attempt. Nil when we cancelled it ourselves: the message may or may not have arrived.
    func send(_ parcel: Parcel) async -> SendOutcome?
    /// Returns the reason why messages are never sent to an address, if it is known in advance.
    func refusal(of address: String) -> Reason?
}

extension ChannelSending {
    package func refusal(of address: String) -> Reason? { nil }
}

/// A source of the bot's name.
package protocol BotNaming: Sendable {
    /// Returns the name of the bot after the @.
    /// - Throws: `Fault` `telegramUnavailable` without a bot, `unavailable` when Telegram does not answer.
    func name() async throws -> String
}

/// A check of the mail server.
package protocol MailChecking: Sendable {
    /// The state as far as it is known without a request.
    var standing: NotificationsSignal.MailState { get }
    /// Asks the server whether it would accept mail, without sending any.
    func check() async -> NotificationsSignal.MailState
}
