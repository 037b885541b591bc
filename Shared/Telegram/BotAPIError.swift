import Curl
import Reasons
import Signals

/// The reason why a call of the Bot API failed. It contains neither the token nor the request.
public enum BotAPIError: Error, Sendable, CustomStringConvertible {
    /// There was no answer.
    case unreachable(HTTPError)
    /// Too many requests: retry after this time.
    case busy(retryAfter: Duration)
    /// Telegram does not know the token.
    case unknownToken(status: Int)
    /// Another process polls the updates of this bot, or a webhook receives them.
    case conflict(String)
    /// Telegram has an internal error.
    case serverFault(status: Int)
    /// The answer is not one of the Bot API. `updateID` is the first update in it, if there is one.
    case garbled(status: Int, updateID: Int64?)
    /// The request is refused, and would be again.
    case refused(status: Int, String)

    /// The reason, for people.
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
