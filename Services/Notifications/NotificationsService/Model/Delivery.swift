import Domain
import Signals

/// A message in a channel, from the moment it is meant to go to the moment it is taken or given up.
package struct Delivery: Hashable, Sendable {
    /// What it gathers.
    package enum Form: String, Sendable {
        /// One notification.
        case single
        /// What came in the quiet hours.
        case quiet
        /// What is told with the digest.
        case digest
        /// What came so thick and fast that one message each would be too many.
        case crowd
    }

    package enum State: String, Sendable {
        case waiting
        /// A try began, and what came of it is not known: the process died, or it is under way.
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
    /// Tries since it was last sent on its way by a hand.
    package var round: Int
    package let createdAt: Instant
    package var lastAt: Instant?
    /// The answer to the last try, as ``SendAnswer/kept``.
    package var answer: String?
    /// The message in the chat.
    package var messageID: Int64?
    /// What its buttons were answered with.
    package var choice: String?
    /// Whether an earlier try may have arrived though nobody knows.
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

    /// So long after each failed try the next one comes; after the last there is none.
    ///
    /// - Source: Standard Webhooks 1.0.0, "Retry schedule".
    package static let pauses: [Duration] = [
        .seconds(5), .seconds(300), .seconds(1800), .seconds(7200), .seconds(18_000), .seconds(36_000),
        .seconds(50_400), .seconds(72_000), .seconds(86_400),
    ]

    /// How long to wait after the try that was the `round`-th; nil when it was the last.
    ///
    /// - Parameters:
    ///   - asked: What the other side asked for at least.
    ///   - chance: 0 ... 1: up to a fifth longer, so that many who failed together do not come back together.
    package static func pause(after round: Int, asked: Duration?, chance: Double) -> Duration? {
        guard round >= 1, round <= pauses.count else { return nil }
        let usual = pauses[round - 1] * (1 + 0.2 * chance)
        return max(usual, asked ?? .zero)
    }
}

/// What came of one try.
package enum SendOutcome: Hashable, Sendable {
    /// The other side took it.
    case taken(answer: SendAnswer, messageID: Int64? = nil)
    /// It may work later, not before the other side said.
    case later(SendAnswer, after: Duration? = nil, pausesChannel: Bool = false)
    /// This message will never be taken.
    case refused(SendAnswer)
    /// The other side wants nothing more: the channel goes off.
    case gone(SendAnswer)
    /// This house does not call the address: the channel goes off.
    case forbidden(SendAnswer)

    /// Whether the other side took it.
    var isTaken: Bool { if case .taken = self { true } else { false } }

    /// What to tell people of it.
    package var answer: SendAnswer {
        switch self {
        case .taken(let answer, _), .later(let answer, _, _), .refused(let answer), .gone(let answer),
            .forbidden(let answer):
            answer
        }
    }
}

/// What the bot has yet to do in answer to a tap or Start.
package struct BotJob: Hashable, Sendable {
    package enum Kind: String, Sendable {
        /// Pay or skip a subscription for its owner, then say what came of it.
        case act
        /// A new message.
        case say
        /// The end of the waiting sign on a button, with a text above the chat.
        case acknowledge
        /// Another text in place of a message, without buttons.
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
