import Coordination
import Curl
import Domain
import Signals
import StrictJSON
import Synchronization
import Telegram

/// Carries messages into private chats with the house's bot.
///
/// - Source: core.telegram.org/bots/api, sendMessage. It knows no idempotency key: each message ends with a reference, and
///   one that may come a second time says so.
struct TelegramSender: ChannelSending {
    /// What Telegram takes in one message.
    private static let longestText = 4096

    /// Nil without a token.
    let api: BotAPI?

    func send(_ parcel: Parcel) async -> SendOutcome? {
        guard let api else {
            return .later("There is no Telegram bot in this house: put its token into telegram-token.")
        }
        guard let chat = parcel.channel.chat else { return .gone("Nobody has pressed Start.") }
        do {
            let result = try await api.call("sendMessage", Self.body(parcel, chat))
            return .taken(answer: "Telegram took it.", messageID: result.member("message_id")?.int64)
        } catch {
            return Self.outcome(of: error)
        }
    }

    /// Texts are plain: what others wrote cannot become markup.
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
        switch error {
        case .unreachable(let reason) where reason.code == .cancelled || reason.code == .closed: nil
        case .unreachable(let reason): .later("Telegram did not answer: \(reason)")
        case .busy(let pause):
            .later("Telegram asks for a pause of \(pause.components.seconds) s.", after: pause, pausesChannel: true)
        case .unknownToken(let status): .later("Telegram does not know the bot's token (\(status)).")
        case .conflict(let text): .later("Telegram: \(text)")
        case .serverFault(let status): .later("Telegram is in trouble (\(status)).")
        case .garbled(let status, _): .later("Telegram answered \(status) with what cannot be read.")
        case .refused(403, let text): .gone("Telegram: \(text) (403)")
        case .refused(410, let text): .gone("Telegram: \(text) (410)")
        case .refused(let status, let text): .refused("Telegram: \(text) (\(status))")
        }
    }
}

/// Knows the bot's name, once it was told.
final class KnownBot: BotNaming {
    private let api: BotAPI?
    private let known = Mutex<String?>(nil)

    init(api: BotAPI?) { self.api = api }

    func name() async throws -> String {
        if let name = known.withLock({ $0 }) { return name }
        guard let api else {
            throw Fault(
                .telegramUnavailable,
                "There is no Telegram bot in this house: put the token that @BotFather gives into telegram-token.")
        }
        do throws(BotAPIError) {
            let name = try await api.name()
            known.withLock { $0 = name }
            return name
        } catch {
            if case .unknownToken = error {
                throw Fault(
                    .telegramUnavailable, "Telegram does not know the bot's token; put the right one in its file.")
            }
            throw Fault(.unavailable, "Telegram did not answer: \(error).", retryAfterMilliseconds: 5000)
        }
    }
}
