import Coordination
import Curl
import Domain
import Reasons
import Signals
import StrictJSON

/// A client of ISS, the public service of the Moscow Exchange: pages of JSON, without a key.
///
/// Failures of the server and of the network are retried. Its data are validated like all external data.
public struct ExchangeClient: Sendable {
    /// The error of an unreadable page.
    public struct Unreadable: Error {
        /// The reason, as a phrase.
        public let refusal: Refusal

        /// Creates an error with the details that the phrase of its reason shows.
        public init(_ reason: Reason, _ details: [String: ReasonDetail] = [:], phrases: [Reason] = []) {
            refusal = Refusal(reason, details, phrases: phrases)
        }

        /// The fault of a request with such an answer.
        public var fault: Fault { ExchangeClient.unavailable(.exchangeUnreadable, because: refusal) }
    }

    /// The default URL.
    public static let usualURL = "https://iss.moex.com"
    /// The largest number of pages per request.
    public static let mostPages = 20_000
    private static let mostBytes = 4 << 20
    private static let attempts = 3

    private let baseURL: String
    private let client: HTTPClient
    private let pause: Duration
    private let patience: Duration

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - baseURL: The beginning of all URLs, without a trailing slash.
    ///   - pause: The pause before the first retry; it grows with each attempt.
    ///   - patience: The time limit of one page.
    public init(
        baseURL: String, client: HTTPClient, pause: Duration = .milliseconds(500), patience: Duration = .seconds(20)
    ) {
        self.baseURL = baseURL
        self.client = client
        self.pause = pause
        self.patience = patience
    }

    /// Returns the URL of a setting without trailing slashes.
    public static func base(of setting: String) -> String {
        var url = setting
        while url.hasSuffix("/") { url.removeLast() }
        return url
    }

    /// Fetches one page, with retries after transient failures.
    ///
    /// - Parameters:
    ///   - path: Path and query.
    ///   - read: Converts the page to the result, or throws ``Unreadable``.
    /// - Throws: ``Fault`` `unavailable`; `CancellationError`.
    public func page<Value>(_ path: String, _ read: (JSONNode) throws -> Value) async throws -> Value {
        // Each attempt returns or sets the fault.
        var fault = Unreadable(.answerNotJSON).fault
        for attempt in 0..<Self.attempts {
            if attempt > 0 { try await Task.sleep(for: pause * attempt) }
            do {
                let request = HTTPRequest(
                    .get, baseURL + path, timeout: patience, maximumResponseBytes: Self.mostBytes)
                let response = try await client.send(request)
                guard response.status == 200 else {
                    let refusal = Refusal(.answersWithStatus, ["status": .number(response.status)])
                    fault = Self.unavailable(.exchangeUnreachable, because: refusal)
                    if response.status >= 500 { continue }
                    throw fault
                }
                // During maintenance the exchange answers with an HTML page and status 200.
                guard response.header("content-type")?.lowercased().contains("json") ?? false else {
                    fault = Unreadable(.answerNotJSON).fault
                    continue
                }
                return try read(try Self.root(of: response.body))
            } catch let error as HTTPError {
                guard error != HTTPError(.cancelled, "") else { throw CancellationError() }
                guard error != HTTPError(.tooLong, "") else { throw Unreadable(.answerTooLong).fault }
                let refusal = Refusal(.ofServer(error.code.rawValue), ["said": .text(error.message)])
                fault = Self.unavailable(.exchangeUnreachable, because: refusal)
            } catch let error as Unreadable {
                throw error.fault
            }
        }
        throw fault
    }

    /// Parses the body of an answer.
    package static func root(of body: [UInt8]) throws(Unreadable) -> JSONNode {
        do {
            return try JSONDocument(body, limits: JSONLimits(maximumBytes: mostBytes)).root
        } catch {
            throw Unreadable(.answerNotJSON)
        }
    }

    private static func unavailable(_ reason: Reason, because refusal: Refusal) -> Fault {
        Fault(
            .unavailable, reason, refusal.details, cause: refusal.reason, phrases: refusal.phrases,
            retryAfterMilliseconds: 5000)
    }
}
