import Coordination
import Reasons
import Signals

/// What signing in by Telegram is given from outside.
struct TelegramSetup: Sendable {
    /// Knows the bot.
    let bot: any TelegramBotPort
    /// Checks the data of login widgets; nil without a token.
    let proofKey: TelegramProofKey?
    /// Whether people whom nobody here knows may make themselves users.
    let mayRegister: Bool
    /// Tells the one who sends replies that there are some.
    let wake: @Sendable () -> Void

    /// Nothing is set up, and nothing is asked of the network.
    static let none = TelegramSetup(bot: NoTelegramBot(), proofKey: nil, mayRegister: false, wake: {})
}

/// How it stands with the bot.
struct TelegramStanding: Hashable, Sendable {
    let state: AuthSignal.TelegramBotState
    /// Why it does not work.
    var refusal: Refusal?
    /// The name after the @.
    var name: String?
}

/// The bot, as far as the rules need it.
protocol TelegramBotPort: Sendable {
    var standing: TelegramStanding { get }
}

extension TelegramBotPort {
    /// The name that links are made with.
    /// - Throws: ``Fault`` `telegramUnavailable` when it is not set up, `unavailable` when it does not answer.
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

/// There is no bot.
struct NoTelegramBot: TelegramBotPort {
    let standing = TelegramStanding(state: .off, refusal: Refusal(.telegramNotSetUp))
}

extension Fault {
    /// Signing in by Telegram does not work here.
    static func telegramUnavailable(_ refusal: Refusal?) -> Fault {
        Fault(.telegramUnavailable, refusal ?? Refusal(.telegramNotSetUp))
    }
}
