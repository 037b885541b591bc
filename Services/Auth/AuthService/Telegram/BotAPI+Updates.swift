import StrictJSON
import Telegram

/// The calls of the Bot API that sign-in needs.
extension BotAPI {
    /// The longest time for which Telegram may hold a request without updates.
    static let longestWait = Duration.seconds(25)

    /// Returns the updates from `offset` on and waits for one if there are none. The offset also confirms the updates
    /// before it to Telegram. `getUpdates`
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

    /// Performs an action of the bot. `sendMessage`, `editMessageText`, `answerCallbackQuery`
    func perform(_ reply: TelegramReply) async throws(BotAPIError) {
        _ = try await call(reply.method, reply.body)
    }
}
