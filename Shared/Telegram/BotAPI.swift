import Curl
import Domain
import StrictJSON

/// Telegram's Bot API: asks, and tells errors apart.
///
/// - Source: core.telegram.org/bots/api.
public struct BotAPI: Sendable {
    /// The longest answer taken: a hundred updates are far below.
    private static let longestAnswer = 4 << 20
    /// How long an answer may take that Telegram does not hold back.
    public static let patience = Duration.seconds(15)
    /// Longer than that nobody waits because Telegram said so.
    private static let longestPause = 3600

    private let client: HTTPClient
    private let url: String
    private let token: BotToken

    /// - Parameter url: Where the API is, without a slash at the end.
    public init(client: HTTPClient, url: String, token: BotToken) {
        self.client = client
        self.url = url
        self.token = token
    }

    /// The bot's name after the @. `getMe`
    public func name() async throws(BotAPIError) -> String {
        let result = try await call("getMe", Array("{}".utf8), within: Self.patience)
        guard let name = result.member("username")?.string, (1...64).contains(name.utf8.count),
            name.utf8.allSatisfy({ $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "_") })
        else { throw .garbled(status: 200, updateID: nil) }
        return name
    }

    /// Calls a method.
    ///
    /// - Parameters:
    ///   - body: Its parameters: the bytes of a JSON object.
    ///   - limit: How long that may take.
    /// - Returns: The member `result` of the answer.
    public func call(
        _ method: String, _ body: [UInt8], within limit: Duration = BotAPI.patience
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
