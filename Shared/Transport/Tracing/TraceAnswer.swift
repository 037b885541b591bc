import Coordination
import Domain
import StrictJSON

/// What a service did for one trace: the answer to `<service>.trace`.
struct TraceAnswer: Codable, Sendable {
    /// In the order of their beginning.
    let spans: [TracedSpan]
}

/// One piece of work in a trace.
struct TracedSpan: Codable, Sendable {
    /// `request` or `event`.
    let kind: Span.Kind
    /// The method, or the type of the event.
    let name: String
    /// Its own id: 16 hexadecimal digits.
    let span: String
    /// The id of the work it is a consequence of.
    let parent: String
    /// When it began, by the machine's clock.
    let start: Instant
    /// How long it took.
    let microseconds: Int
    /// The code of the fault it ended with.
    let fault: String?

    init(_ span: Span) {
        kind = span.kind
        name = span.name
        self.span = span.id.description
        parent = span.parent.description
        start = span.start
        microseconds = Int(span.duration.wholeMicroseconds)
        fault = span.fault?.name
    }
}

/// The params of `<service>.trace`.
struct TraceQuery: Codable, Sendable {
    let id: String
}

extension SpanRing {
    /// The route of `<service>.trace`. It is open: an id that nobody can guess is known to the one who sent the request,
    /// and tells methods and times, nothing of anybody's.
    func route(of service: String) -> SignalRoute {
        SignalRoute(
            method: "\(service).trace", summary: "Tells what the service did for a request that was traced, and when.",
            access: .open, taking: TraceQuery.self
        ) { [self] query, _ in
            guard let id = TraceID(query.id) else {
                throw Fault.invalidArgument("id", "must be 32 small hexadecimal digits, not all zero")
            }
            return TraceAnswer(spans: spans(of: id).map(TracedSpan.init))
        }
    }
}
