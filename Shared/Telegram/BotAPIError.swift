import Curl
import Reasons
import Signals

/// Why the Bot API did not do what was asked. Holds neither the token nor what was sent.
public enum BotAPIError: Error, Sendable, CustomStringConvertible {
    /// There was no answer.
    case unreachable(HTTPError)
    /// Too many requests: come again after that.
    case busy(retryAfter: Duration)
    /// The token is not one that Telegram knows.
    case unknownToken(status: Int)
    /// Somebody else asks for the updates of this bot, or a webhook gets them.
    case conflict(String)
    /// Telegram is in trouble.
    case serverFault(status: Int)
    /// The answer is not one of the Bot API. The number of the first update in it, as far as one can be made out.
    case garbled(status: Int, updateID: Int64?)
    /// What was asked is refused and would be again.
    case refused(status: Int, String)

    /// Why, for people.
    public var refusal: Refusal {
        switch self {
        case .unreachable(let error): error.refusal(.telegramSilent)
        case .busy(let pause): Refusal(.telegramPauses, ["seconds": .number(Int(pause.components.seconds))])
        case .unknownToken: Refusal(.telegramTokenUnknown)
        case .conflict(let text): Refusal(.telegramAnotherReader, ["answer": .text(text)])
        case .serverFault(let status): Refusal(.telegramInTrouble, ["status": .number(status)])
        case .garbled(let status, _): Refusal(.telegramUnreadable, ["status": .number(status)])
        case .refused(let status, let text):
            Refusal(.telegramRefuses, ["answer": .text(text), "status": .number(status)])
        }
    }

    /// One line, for logs.
    public var description: String { refusal.description }
}

extension HTTPError {
    /// Returns the refusal of a sentence whose cause is this error.
    public func refusal(_ reason: Reason) -> Refusal {
        let cause = Reason.ofServer(code.rawValue)
        return Refusal(reason, ["cause": .text(cause.name), "said": .text(message)], phrases: [cause])
    }
}
