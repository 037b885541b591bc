import Hosting
import MicroHTTPD
import Synchronization
import TestSupport

/// A handler of closures, which keeps what it was asked.
final class ScriptedHandler: WebHandler {
    private let admission: @Sendable (WebRequestHead) -> WebAdmission
    private let answers: @Sendable (WebRequest) -> WebAnswer
    private let kept = Mutex<[WebRequest]>([])

    init(
        admit: @escaping @Sendable (WebRequestHead) -> WebAdmission = { _ in .read(atMost: 1_000) },
        _ answers: @escaping @Sendable (WebRequest) -> WebAnswer
    ) {
        admission = admit
        self.answers = answers
    }

    /// The requests that were answered, in order.
    var requests: [WebRequest] { kept.withLock { $0 } }

    func admit(_ head: WebRequestHead) -> WebAdmission { admission(head) }

    func answer(_ request: WebRequest) -> WebAnswer {
        kept.withLock { $0.append(request) }
        return answers(request)
    }

    func refuse(_ refusal: WebRefusal, _ head: WebRequestHead) -> WebResponse {
        let status =
            switch refusal {
            case .malformed: 400
            case .notImplemented: 501
            case .headerTooLarge: 431
            case .bodyTooLarge: 413
            case .busy, .tooManyStreams, .answerTooLate: 503
            case .invalidResponse: 500
            }
        return .text("refused: \(refusal)", status: status)
    }
}

extension WebResponse {
    /// A response with a text.
    static func text(_ text: String, status: Int = 200, _ headers: [WebHeader] = []) -> WebResponse {
        WebResponse(status: status, headers: headers, body: Array(text.utf8))
    }
}

/// A server on a port or a Unix socket of its own.
struct ServedWeb {
    let server: WebServer
    let port: Int

    /// Listens on a port that the system chooses.
    init(
        _ handler: ScriptedHandler, certificate: WebCertificate? = nil, limits: WebServerLimits = WebServerLimits()
    ) throws {
        let listening = try ListeningPort(address: "127.0.0.1", port: 0)
        port = listening.port
        server = try WebServer(
            listening: listening.takeDescriptor(), certificate: certificate, limits: limits, handler: handler)
    }

    /// Connects.
    func connect() throws -> RawStream {
        guard let stream = RawStream(port: port) else { throw WaitedInVain(description: "nobody listens") }
        return stream
    }

    /// Sends bytes on a new connection and returns everything that comes until the server closes it.
    func exchange(_ text: String, within limit: Duration = .seconds(60)) async throws -> String {
        let port = port
        return try await onThread {
            guard let stream = RawStream(port: port) else { throw WaitedInVain(description: "nobody listens") }
            // Also when the server has answered and does not read the rest.
            stream.write(Array(text.utf8), within: limit)
            return String(decoding: stream.read(.max, within: limit), as: UTF8.self)
        }
    }
}

extension RawStream {
    /// Writes a text.
    @discardableResult
    func write(_ text: String) -> Bool { write(Array(text.utf8)) }

    /// Reads until a text has come; what came until then.
    func read(until end: String, within limit: Duration = .seconds(60)) -> String {
        var bytes: [UInt8] = []
        let deadline = ContinuousClock.now + limit
        while ContinuousClock.now < deadline {
            guard let more = readSome(within: deadline - .now) else { break }
            bytes += more
            if String(decoding: bytes, as: UTF8.self).contains(end) { break }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// A `GET` that ends its connection.
func get(_ target: String, _ headers: String = "") -> String {
    "GET \(target) HTTP/1.1\r\nHost: house\r\nConnection: close\r\n\(headers)\r\n"
}

/// A `POST` with a length that ends its connection.
func post(_ target: String, _ body: String, length: Int? = nil) -> String {
    "POST \(target) HTTP/1.1\r\nHost: house\r\nConnection: close\r\n"
        + "Content-Length: \(length ?? body.utf8.count)\r\n\r\n"
        + body
}

extension WebAnswer {
    /// An answer by a task of its own.
    static func later(_ work: @escaping @Sendable () async -> WebResponse) -> WebAnswer {
        .later { done in Task { done(await work()) } }
    }
}
