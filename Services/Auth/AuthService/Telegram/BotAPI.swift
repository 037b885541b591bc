import Curl
import StrictJSON

/// Telegram's Bot API, as much of it as signing in needs.
///
/// - Source: core.telegram.org/bots/api.
struct BotAPI: Sendable {
    /// The longest answer taken: a hundred updates are far below.
    private static let longestAnswer = 4 << 20
    /// How long Telegram may hold back the answer when there are no updates.
    static let longestWait = Duration.seconds(25)
    /// How long an answer may take beyond that.
    private static let patience = Duration.seconds(15)
    /// Longer than that nobody waits because Telegram said so.
    private static let longestPause = 3600

    private let client: HTTPClient
    private let url: String
    private let token: BotToken

    /// - Parameter url: Where the API is, without a slash at the end.
    init(client: HTTPClient, url: String, token: BotToken) {
        self.client = client
        self.url = url
        self.token = token
    }

    /// The bot's name after the @. `getMe`
    func name() async throws(BotAPIError) -> String {
        let result = try await call("getMe", Array("{}".utf8), within: Self.patience)
        guard let name = result.member("username")?.string, (1...64).contains(name.utf8.count),
            name.utf8.allSatisfy({ $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "_") })
        else { throw .garbled(status: 200, updateID: nil) }
        return name
    }

    /// The updates from `offset` on, which also tells Telegram that those before are done with; waits for one if there are
    /// none. `getUpdates`
    func updates(from offset: Int64?, limit: Int) async throws(BotAPIError) -> [TelegramUpdate] {
        var writer = JSONWriter()
        writer.beginObject()
        if let offset { writer.member("offset", offset) }
        writer.member("limit", limit)
        writer.member("timeout", Self.longestWait.components.seconds)
        writer.member("allowed_updates", raw: Array(#"["message","callback_query"]"#.utf8)[...])
        writer.endObject()
        let result = try await call("getUpdates", writer.finish(), within: Self.longestWait + Self.patience)
        guard result.kind == .array else { throw .garbled(status: 200, updateID: nil) }
        return result.elements.compactMap { TelegramUpdate(json: $0) }
    }

    /// Does what the bot is to do. `sendMessage`, `editMessageText`, `answerCallbackQuery`
    func perform(_ reply: TelegramReply) async throws(BotAPIError) {
        _ = try await call(reply.method, reply.body, within: Self.patience)
    }

    private func call(
        _ method: String, _ body: [UInt8], within limit: Duration
    ) async throws(BotAPIError) -> JSONNode {
        let request = token.withText { token in
            HTTPRequest(
                .post, "\(url)/bot\(token)/\(method)", headers: [HTTPHeader("Content-Type", "application/json")],
                body: body, timeout: limit, maximumResponseBytes: Self.longestAnswer)
        }
        let response: HTTPResponse
        do {
            response = try await client.send(request)
        } catch {
            throw .unreachable(error)
        }
        return try result(of: response)
    }

    /// The result of `{"ok": true, "result": …}`; the error of anything else.
    private func result(of response: HTTPResponse) throws(BotAPIError) -> JSONNode {
        let document = try? JSONDocument(response.body, limits: JSONLimits(maximumBytes: Self.longestAnswer))
        let root = document?.root
        if response.status == 200, root?.member("ok")?.bool == true, let result = root?.member("result") {
            return result
        }
        let status = root?.member("error_code")?.integer(as: Int.self) ?? response.status
        // Telegram's own words, which others may read in the log: bounded, and never with the token in them.
        let words = String(token.removed(from: root?.member("description")?.string ?? "").prefix(200))
        switch status {
        case 401, 404: throw .unknownToken(status: status)
        case 409: throw .conflict(words)
        case 429:
            let seconds =
                root?.member("parameters")?.member("retry_after")?.integer(as: Int.self)
                ?? response.header("Retry-After").flatMap { Int($0) } ?? 1
            throw .busy(retryAfter: .seconds(min(max(seconds, 1), Self.longestPause)))
        case 500...599: throw .serverFault(status: status)
        case 400...499 where root?.member("ok")?.bool == false: throw .refused(status: status, words)
        default: throw .garbled(status: status, updateID: Self.updateID(in: response.body))
        }
    }

    /// The first number after `"update_id":`, in what may be no JSON at all.
    private static func updateID(in body: [UInt8]) -> Int64? {
        let text = String(decoding: body.prefix(65_536), as: UTF8.self)
        return text.firstMatch(of: /"update_id"\s*:\s*(\d{1,18})/).flatMap { Int64($0.1) }
    }
}
