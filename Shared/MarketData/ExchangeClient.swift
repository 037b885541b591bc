import Coordination
import Curl
import Domain
import StrictJSON

/// Asks the public service of the Moscow Exchange, ISS, for pages of JSON, without a key.
///
/// Failures of the server and of the way there are tried again; what it sends is checked like everything from outside.
public struct ExchangeClient: Sendable {
    /// What is no page that can be read.
    public struct Unreadable: Error {
        /// Why, as the end of a sentence that begins with the exchange.
        public let reason: String

        public init(reason: String) { self.reason = reason }
    }

    /// Where it is when nobody says otherwise.
    public static let usualURL = "https://iss.moex.com"
    /// Pages that are asked for at most for one thing.
    public static let mostPages = 20_000
    private static let mostBytes = 4 << 20
    private static let attempts = 3

    private let baseURL: String
    private let client: HTTPClient
    private let pause: Duration
    private let patience: Duration

    /// A client.
    ///
    /// - Parameters:
    ///   - baseURL: The beginning of all URLs, without a slash at the end.
    ///   - pause: How long to wait before an attempt that follows a failure.
    ///   - patience: How long one page may take.
    public init(
        baseURL: String, client: HTTPClient, pause: Duration = .milliseconds(500), patience: Duration = .seconds(20)
    ) {
        self.baseURL = baseURL
        self.client = client
        self.pause = pause
        self.patience = patience
    }

    /// The URL that a setting names, without a slash at its end.
    public static func base(of setting: String) -> String {
        var url = setting
        while url.hasSuffix("/") { url.removeLast() }
        return url
    }

    /// One page, tried again where a failure may pass.
    ///
    /// - Parameters:
    ///   - path: Path and query.
    ///   - read: Makes of the page what is wanted, or throws ``Unreadable``.
    /// - Throws: ``Fault`` `unavailable`; `CancellationError`.
    public func page<Value>(_ path: String, _ read: (JSONNode) throws -> Value) async throws -> Value {
        var reason = ""
        for attempt in 0..<Self.attempts {
            if attempt > 0 { try await Task.sleep(for: pause * attempt) }
            do {
                let request = HTTPRequest(
                    .get, baseURL + path, timeout: patience, maximumResponseBytes: Self.mostBytes)
                let response = try await client.send(request)
                guard response.status < 500 else {
                    reason = "it answers with status \(response.status)"
                    continue
                }
                guard response.status == 200 else {
                    throw Self.unavailable("it answers with status \(response.status)")
                }
                // A page for people, with status 200, is what it sends when it is mended.
                guard response.header("content-type")?.lowercased().contains("json") ?? false else {
                    reason = "it answers with something that is no JSON"
                    continue
                }
                return try read(try Self.root(of: response.body))
            } catch let error as HTTPError {
                guard error != HTTPError(.cancelled, "") else { throw CancellationError() }
                guard error != HTTPError(.tooLong, "") else { throw Self.unavailable("its answer is too long") }
                reason = error.message
            } catch let error as Unreadable {
                throw Self.unavailable(error.reason)
            }
        }
        throw Self.unavailable(reason)
    }

    private static func root(of body: [UInt8]) throws(Unreadable) -> JSONNode {
        do {
            return try JSONDocument(body, limits: JSONLimits(maximumBytes: body.count)).root
        } catch {
            throw Unreadable(reason: "what it sends is no JSON")
        }
    }

    /// The exchange cannot be asked.
    public static func unavailable(_ reason: String) -> Fault {
        Fault(
            .unavailable, "The Moscow Exchange cannot be asked now: \(reason). Nothing was changed.",
            retryAfterMilliseconds: 5000)
    }
}
