import Domain
import Signals

/// A message in a channel, from its creation until it is accepted or given up.
package struct Delivery: Hashable, Sendable {
    /// The notices that it gathers.
    package enum Form: String, Sendable {
        /// One notice.
        case single
        /// The notices of the quiet hours.
        case quiet
        /// The notices of a digest.
        case digest
        /// The notices of a burst, which would be too many as single messages.
        case crowd
    }

    package enum State: String, Sendable {
        case waiting
        /// An attempt began and its outcome is unknown: it is under way, or the process died.
        case sending
        case sent
        case dead
    }

    package let id: String
    package let userID: String
    package let channelID: String
    package let form: Form
    package var state: State
    package var dueAt: Instant
    package var attempts: Int
    /// The number of attempts since the message was last sent by hand.
    package var round: Int
    package let createdAt: Instant
    package var lastAt: Instant?
    /// The answer to the last attempt, as ``SendAnswer/kept``.
    package var answer: String?
    /// The message in the chat.
    package var messageID: Int64?
    /// The action that its buttons were answered with.
    package var choice: String?
    /// True when an earlier attempt may have arrived without confirmation.
    package var mayBeRepeat: Bool

    package init(
        id: String, userID: String, channelID: String, form: Form, state: State = .waiting, dueAt: Instant,
        attempts: Int = 0, round: Int = 0, createdAt: Instant, lastAt: Instant? = nil, answer: String? = nil,
        messageID: Int64? = nil, choice: String? = nil, mayBeRepeat: Bool = false
    ) {
        self.id = id
        self.userID = userID
        self.channelID = channelID
        self.form = form
        self.state = state
        self.dueAt = dueAt
        self.attempts = attempts
        self.round = round
        self.createdAt = createdAt
        self.lastAt = lastAt
        self.answer = answer
        self.messageID = messageID
        self.choice = choice
        self.mayBeRepeat = mayBeRepeat
    }

    /// The pauses after failed attempts. After the last one there is no further attempt.
    ///
    /// - Source: Standard Webhooks 1.0.0, "Retry schedule".
    package static let pauses: [Duration] = [
        .seconds(5), .seconds(300), .seconds(1800), .seconds(7200), .seconds(18_000), .seconds(36_000),
        .seconds(50_400), .seconds(72_000), .seconds(86_400),
    ]

    /// Returns the pause after attempt number `round`; nil after the last one.
    ///
    /// - Parameters:
    ///   - asked: The minimum that the other side asked for.
    ///   - chance: Jitter, 0 ... 1: up to a fifth longer, so that messages that failed together are not retried
    ///     together.
    package static func pause(after round: Int, asked: Duration?, chance: Double) -> Duration? {
        guard round >= 1, round <= pauses.count else { return nil }
        let usual = pauses[round - 1] * (1 + 0.2 * chance)
        return max(usual, asked ?? .zero)
    }
}

/// The outcome of one attempt.
package enum SendOutcome: Hashable, Sendable {
    /// The other side accepted the message.
    case taken(answer: SendAnswer, messageID: Int64? = nil)
    /// Retry later, not before the time that the other side asked for.
    case later(SendAnswer, after: Duration? = nil, pausesChannel: Bool = false)
    /// The message will never be accepted.
    case refused(SendAnswer)
    /// The other side refuses all messages: the channel is switched off.
    case gone(SendAnswer)
    /// The house does not send to this address: the channel is switched off.
    case forbidden(SendAnswer)

    /// True when the other side accepted the message.
    var isTaken: Bool { if case .taken = self { true } else { false } }

    /// The answer to show to users.
    package var answer: SendAnswer {
        switch self {
        case .taken(let answer, _), .later(let answer, _, _), .refused(let answer), .gone(let answer),
            .forbidden(let answer):
            answer
        }
    }
}

/// A pending action of the bot in answer to a tap or Start.
package struct BotJob: Hashable, Sendable {
    package enum Kind: String, Sendable {
        /// Pays or skips a payment of a subscription for its owner, then reports the result.
        case act
        /// Sends a new message.
        case say
        /// Ends the progress sign on a button, with a text above the chat.
        case acknowledge
        /// Replaces the text of a message and removes its buttons.
        case rewrite
    }

    package let number: Int64
    package let kind: Kind
    package let chat: Int64
    package var text: String
    package var queryID: String?
    package var messageID: Int64?
    /// For `act`.
    package var deliveryID: String?
    package var action: ButtonData.Action?
    package let createdAt: Instant

    package init(
        number: Int64 = 0, kind: Kind, chat: Int64, text: String = "", queryID: String? = nil, messageID: Int64? = nil,
        deliveryID: String? = nil, action: ButtonData.Action? = nil, createdAt: Instant
    ) {
        self.number = number
        self.kind = kind
        self.chat = chat
        self.text = text
        self.queryID = queryID
        self.messageID = messageID
        self.deliveryID = deliveryID
        self.action = action
        self.createdAt = createdAt
    }
}
