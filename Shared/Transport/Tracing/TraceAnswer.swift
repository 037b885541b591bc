import Coordination
import Domain
import Reasons
import StrictJSON

/// The spans of a service for one trace: the answer to `<service>.trace`.
struct TraceAnswer: Codable, Sendable {
    /// The spans by start time.
    let spans: [TracedSpan]
}

/// One piece of work in a trace.
struct TracedSpan: Codable, Sendable {
    /// The id of the trace; absent where the request has named it.
    let trace: String?
    /// `request` or `event`.
    let kind: Span.Kind
    /// The method, or the type of the event.
    let name: String
    /// The id of the span: 16 hexadecimal digits.
    let span: String
    /// The id of the span that caused this one.
    let parent: String
    /// The start, by the machine's clock.
    let start: Instant
    /// The duration in microseconds.
    let microseconds: Int
    /// The code of the fault that ended the work.
    let fault: String?

    /// - Parameter tellsTrace: False where the request has named the trace.
    init(_ span: Span, tellsTrace: Bool = false) {
        trace = tellsTrace ? span.trace.description : nil
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
    /// The route of `<service>.trace`. It is open to everybody: only the sender of a request knows the unguessable id,
    /// and the answer tells methods and times, no data of users.
    func route(of service: String) -> SignalRoute {
        SignalRoute(
            method: "\(service).trace", summary: "Shows what the service did for a traced request, and when.",
            access: .open, taking: TraceQuery.self
        ) { [self] query, _ in
            guard let id = TraceID(query.id) else {
                throw Fault.invalidArgument("id", .notATraceID)
            }
            return TraceAnswer(spans: spans(of: id).map { TracedSpan($0) })
        }
    }
}
