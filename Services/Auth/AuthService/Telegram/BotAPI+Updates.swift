import StrictJSON
import Telegram

/// What signing in asks of the Bot API.
extension BotAPI {
    /// How long Telegram may hold back the answer when there are no updates.
    static let longestWait = Duration.seconds(25)

    /// The updates from `offset` on, which also tells Telegram that those before are done with; waits for one if there
    /// are none. `getUpdates`
    func updates(from offset: Int64?, limit: Int) async throws(BotAPIError) -> [TelegramUpdate] {
        var writer = JSONWriter()
        writer.beginObject()
        if let offset { writer.member("offset", offset) }
        writer.member("limit", limit)
        writer.member("timeout", Self.longestWait.components.seconds)
        writer.member("allowed_updates", raw: Array(#"["message","callback_query"]"#.utf8)[...])
        writer.endObject()
        let result = try await call("getUpdates", writer.finish(), within: Self.longestWait + BotAPI.patience)
        guard result.kind == .array else { throw .garbled(status: 200, updateID: nil) }
        return result.elements.compactMap { TelegramUpdate(json: $0) }
    }

    /// Does what the bot is to do. `sendMessage`, `editMessageText`, `answerCallbackQuery`
    func perform(_ reply: TelegramReply) async throws(BotAPIError) {
        _ = try await call(reply.method, reply.body)
    }
}
