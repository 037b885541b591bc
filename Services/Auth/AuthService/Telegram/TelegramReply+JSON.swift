import StrictJSON

extension TelegramReply {
    /// The method of the Bot API.
    var method: String {
        switch kind {
        case .say: "sendMessage"
        case .rewrite: "editMessageText"
        case .acknowledge: "answerCallbackQuery"
        }
    }

    /// The parameters of the method. Texts are plain, so user input cannot become markup.
    var body: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        switch kind {
        case .acknowledge:
            writer.member("callback_query_id", queryID ?? "")
            writer.member("text", ifPresent: text)
        case .say, .rewrite:
            writer.member("chat_id", chat)
            if let messageID { writer.member("message_id", messageID) }
            writer.member("text", text ?? "")
            // A device may be named like a web page. It must not be shown as one.
            writer.member("link_preview_options", raw: Array(#"{"is_disabled":true}"#.utf8)[...])
            if !buttons.isEmpty { writeButtons(to: &writer) }
        }
        writer.endObject()
        return writer.finish()
    }

    private func writeButtons(to writer: inout JSONWriter) {
        writer.key("reply_markup")
        writer.beginObject()
        writer.key("inline_keyboard")
        writer.beginArray()
        for row in buttons {
            writer.beginArray()
            for button in row {
                writer.beginObject()
                writer.member("text", button.label)
                writer.member("callback_data", button.data)
                writer.endObject()
            }
            writer.endArray()
        }
        writer.endArray()
        writer.endObject()
    }
}
