import Curl
import Domain
import StrictJSON

/// A client of Telegram's Bot API that classifies its errors.
///
/// - Source: core.telegram.org/bots/api.
public struct BotAPI: Sendable {
    /// The longest accepted answer: far more than a hundred updates.
    private static let longestAnswer = 4 << 20
    /// The time limit of requests that Telegram answers at once.
    public static let patience = Duration.seconds(15)
    /// The longest pause, in seconds, that is accepted from Telegram.
    private static let longestPause = 3600

    private let client: HTTPClient
    private let url: String
    private let token: BotToken

    /// - Parameter url: The URL of the API, without a trailing slash.
    public init(client: HTTPClient, url: String, token: BotToken) {
        self.client = client
        self.url = url
        self.token = token
    }

    /// Returns the bot's name after the @. `getMe`
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
    ///   - body: The parameters: the bytes of a JSON object.
    ///   - limit: The time limit.
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

    /// Returns the result of `{"ok": true, "result": …}`; throws the error of any other answer.
    package func result(of response: HTTPResponse) throws(BotAPIError) -> JSONNode {
        let document = try? JSONDocument(response.body, limits: JSONLimits(maximumBytes: Self.longestAnswer))
        let root = document?.root
        if response.status == 200, root?.member("ok")?.bool == true, let result = root?.member("result") {
            return result
        }
        let status = root?.member("error_code")?.integer(as: Int.self) ?? response.status
        // Telegram's description goes to the log: truncated, and without the token.
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

    /// Returns the first number after `"update_id":` in a text that may not be JSON.
    private static func updateID(in body: [UInt8]) -> Int64? {
        let text = String(decoding: body.prefix(65_536), as: UTF8.self)
        return text.firstMatch(of: /"update_id"\s*:\s*(\d{1,18})/).flatMap { Int64($0.1) }
    }
}
