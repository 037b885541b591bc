import Curl

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

    /// One line, for logs and people.
    public var description: String {
        switch self {
        case .unreachable(let error): "no answer: \(error)"
        case .busy(let pause): "too many requests, to be asked again after \(pause.components.seconds) s"
        case .unknownToken(let status): "the bot's token is not known there (\(status))"
        case .conflict(let text): "another asks for the updates of this bot, or it has a webhook: \(text)"
        case .serverFault(let status): "status \(status)"
        case .garbled(let status, _): "status \(status) with an answer that is not one of the Bot API"
        case .refused(let status, let text): "refused with \(status): \(text)"
        }
    }
}
