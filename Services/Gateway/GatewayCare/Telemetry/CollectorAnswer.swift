import Domain
import StrictJSON

/// What came of a request to a collector.
package enum CollectorAnswer: Sendable {
    /// It has answered.
    case answered(status: Int, retryAfter: String?, body: [UInt8])
    /// There is no answer, for this reason.
    case failed(String)

    /// What follows from it.
    enum Verdict: Equatable {
        /// The collector took all but some. It may have a message.
        case taken(rejected: Int, message: String?)
        /// The same request may succeed later.
        case later(after: Duration?, reason: String)
        /// The request must not be sent again.
        case refused(reason: String)
    }

    /// The longest pause that a collector may ask for.
    private static let longestPause = Duration.seconds(600)

    /// - Source: OpenTelemetry Protocol, "OTLP/HTTP Response".
    func verdict(at now: Instant) -> Verdict {
        switch self {
        case .failed(let reason): return .later(after: nil, reason: reason)
        case .answered(200, _, let body): return Self.taken(body)
        case .answered(let status, let retryAfter, _) where [429, 502, 503, 504].contains(status):
            return .later(after: retryAfter.flatMap { Self.pause($0, at: now) }, reason: "status \(status)")
        case .answered(let status, _, _): return .refused(reason: "status \(status)")
        }
    }

    private static func taken(_ body: [UInt8]) -> Verdict {
        // Some collectors leave out the body of a full success.
        if body.isEmpty { return .taken(rejected: 0, message: nil) }
        guard let root = try? JSONDocument(body).root, root.kind == .object else {
            return .refused(reason: "status 200, but the answer is not OTLP in JSON")
        }
        guard let part = root.member("partialSuccess"), part.kind == .object else {
            return .taken(rejected: 0, message: nil)
        }
        let count = part.member("rejectedSpans") ?? part.member("rejectedLogRecords")
        let rejected = count.flatMap { $0.int64 ?? $0.string.flatMap { Int64($0) } } ?? 0
        let message = part.member("errorMessage")?.string.flatMap { $0.isEmpty ? nil : $0 }
        return .taken(rejected: Int(max(0, min(rejected, 1 << 32))), message: message)
    }

    /// Reads `Retry-After`, seconds or a date: RFC 9110, section 10.2.3.
    private static func pause(_ text: String, at now: Instant) -> Duration? {
        if let seconds = Int64(text), seconds >= 0 { return min(.seconds(min(seconds, 1 << 32)), longestPause) }
        return HTTPDate.read(text).map { min(max($0 - now, .zero), longestPause) }
    }
}
