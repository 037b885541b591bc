import Coordination
import Reasons
import Signals

/// The parts of sign-in with Telegram that the rules get from outside.
struct TelegramSetup: Sendable {
    let bot: any TelegramBotPort
    /// Checks the data of login widgets; nil without a token.
    let proofKey: TelegramProofKey?
    /// True when unknown people may register.
    let mayRegister: Bool
    /// Wakes the sender of replies.
    let wake: @Sendable () -> Void

    /// Telegram is not set up, and the network is not used.
    static let none = TelegramSetup(bot: NoTelegramBot(), proofKey: nil, mayRegister: false, wake: {})
}

/// The state of the bot.
struct TelegramStanding: Hashable, Sendable {
    let state: AuthSignal.TelegramBotState
    /// The reason why it does not work.
    var refusal: Refusal?
    /// The name after the @.
    var name: String?
}

/// The bot, as the rules see it.
protocol TelegramBotPort: Sendable {
    var standing: TelegramStanding { get }
}

extension TelegramBotPort {
    /// Returns the name for links.
    /// - Throws: ``Fault`` `telegramUnavailable` when the bot is not set up, `unavailable` when Telegram does not
    ///   answer.
    func name() throws(Fault) -> String {
        let standing = standing
        switch standing.state {
        case .ready:
            if let name = standing.name { return name }
            fallthrough
        case .unreachable:
            throw Fault(.unavailable, .telegramUnreachable, retryAfterMilliseconds: 5000)
        case .off: throw .telegramUnavailable(standing.refusal)
        }
    }
}

/// The absence of a bot.
struct NoTelegramBot: TelegramBotPort {
    let standing = TelegramStanding(state: .off, refusal: Refusal(.telegramNotSetUp))
}

extension Fault {
    /// Sign-in with Telegram is not available here.
    static func telegramUnavailable(_ refusal: Refusal?) -> Fault {
        Fault(.telegramUnavailable, refusal ?? Refusal(.telegramNotSetUp))
    }
}
