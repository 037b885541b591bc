import Reasons
import Signals

/// A message on its way.
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

    /// The message as a person gets it.
    package var letter: Letter { Letter(notices, of: delivery, wording) }
}

/// Carries messages of one kind of channel.
package protocol ChannelSending: Sendable {
    /// Tries once. Nil when the try was broken off by ourselves: nobody knows whether the message arrived.
    func send(_ parcel: Parcel) async -> SendOutcome?
    /// Why messages will never be sent to an address, where that is known before.
    func refusal(of address: String) -> Reason?
}

extension ChannelSending {
    package func refusal(of address: String) -> Reason? { nil }
}

/// Knows the house's bot.
package protocol BotNaming: Sendable {
    /// The name of the bot after the @.
    /// - Throws: `Fault` `telegramUnavailable` when there is none, `unavailable` when Telegram does not say.
    func name() async throws -> String
}

/// Knows the server of mail.
package protocol MailChecking: Sendable {
    /// What is known without asking it.
    var standing: NotificationsSignal.MailState { get }
    /// Asks it whether it would take mail, without sending any.
    func check() async -> NotificationsSignal.MailState
}
