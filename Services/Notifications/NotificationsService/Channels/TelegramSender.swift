import Coordination
import Curl
import Domain
import Reasons
import Signals
import StrictJSON
import Synchronization
import Telegram

/// A sender of messages to private chats with the bot.
///
/// - Source: core.telegram.org/bots/api, sendMessage. It has no idempotency key: each message ends with a reference,
///   and a message that may be a repetition says so.
struct TelegramSender: ChannelSending {
    /// The longest text of one message in Telegram.
    private static let longestText = 4096

    /// Nil without a token.
    let api: BotAPI?

    func send(_ parcel: Parcel) async -> SendOutcome? {
        guard let api else {
            return .later(SendAnswer(.telegramNotSetUp))
        }
        guard let chat = parcel.channel.chat else { return .gone(SendAnswer(.nobodyPressedStart)) }
        do {
            let result = try await api.call("sendMessage", Self.body(parcel, chat))
            return .taken(answer: SendAnswer(.telegramTakes), messageID: result.member("message_id")?.int64)
        } catch {
            return Self.outcome(of: error)
        }
    }

    /// Returns the parameters of the message. The text is plain, so user input cannot become markup.
    private static func body(_ parcel: Parcel, _ chat: Int64) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("chat_id", chat)
        writer.member("text", parcel.letter.text(longest: longestText))
        writer.member("link_preview_options", raw: Array(#"{"is_disabled":true}"#.utf8)[...])
        if parcel.notices.count == 1, parcel.notices[0].hasPaymentButtons {
            writeButtons(of: parcel.delivery.id, parcel.wording, to: &writer)
        }
        writer.endObject()
        return writer.finish()
    }

    private static func writeButtons(of delivery: String, _ wording: Wording, to writer: inout JSONWriter) {
        let buttons: [(ButtonData.Action, String)] = [
            (.paid, wording.say("Paid", "Оплачено")), (.skip, wording.say("Skip", "Пропустить")),
            (.snooze, wording.say("Snooze", "Отложить")),
        ]
        writer.key("reply_markup")
        writer.beginObject()
        writer.key("inline_keyboard")
        writer.beginArray()
        writer.beginArray()
        for (action, label) in buttons {
            writer.beginObject()
            writer.member("text", label)
            writer.member("callback_data", ButtonData.act(action, delivery: delivery).text)
            writer.endObject()
        }
        writer.endArray()
        writer.endArray()
        writer.endObject()
    }

    static func outcome(of error: BotAPIError) -> SendOutcome? {
        let answer = SendAnswer(error.refusal)
        return switch error {
        case .unreachable(let reason) where reason.code == .cancelled || reason.code == .closed: nil
        case .busy(let pause): .later(answer, after: pause, pausesChannel: true)
        case .refused(403, _), .refused(410, _): .gone(answer)
        case .refused: .refused(answer)
        case .unreachable, .unknownToken, .conflict, .serverFault, .garbled: .later(answer)
        }
    }
}

/// A cache of the bot's name.
final class KnownBot: BotNaming {
    private let api: BotAPI?
    private let known = Mutex<String?>(nil)

    init(api: BotAPI?) { self.api = api }

    func name() async throws -> String {
        if let name = known.withLock({ $0 }) { return name }
        guard let api else {
            throw Fault(.telegramUnavailable, .telegramNotSetUp)
        }
        do throws(BotAPIError) {
            let name = try await api.name()
            known.withLock { $0 = name }
            return name
        } catch {
            if case .unknownToken = error {
                throw Fault(.telegramUnavailable, error.refusal)
            }
            throw Fault(.unavailable, error.refusal, retryAfterMilliseconds: 5000)
        }
    }
}
