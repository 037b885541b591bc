import Coordination
import Domain
import Synchronization

/// One piece of work that a service did for a traced request. It holds no user data: no parameter and no answer.
struct Span: Sendable {
    /// The cause of the work.
    enum Kind: String, Codable, CaseIterable, Sendable {
        /// A request.
        case request
        /// An event of another service.
        case event
    }

    let trace: TraceID
    let id: SpanID
    /// The span that caused this one, here or at another service.
    let parent: SpanID
    let kind: Kind
    /// The method, or the type of the event.
    let name: String
    /// The start, by the machine's clock, which all services share. `KOPILKA_CLOCK` may differ between services.
    let start: Instant
    let duration: Duration
    /// The code of the fault that ended the work; nil for success.
    let fault: FaultCode?

    /// Creates a span for work that ends now.
    ///
    /// - Parameters:
    ///   - work: The trace with the id of this work as its newest hop.
    ///   - cause: The trace that came in.
    init(
        of work: TraceContext, causedBy cause: TraceContext, _ kind: Kind, _ name: String, took duration: Duration,
        fault: FaultCode?
    ) {
        trace = work.traceID
        id = work.parentID
        parent = cause.parentID
        self.kind = kind
        self.name = name
        self.duration = duration
        self.fault = fault
        start = WallClock.system.now() + (.zero - duration)
    }
}

/// A ring buffer of the newest spans of a service, in memory and of fixed size, whatever clients send.
///
/// Requests that are not sampled leave no span.
public final class SpanRing: Sendable {
    /// The number of spans kept: about 300 KB when the buffer is full.
    static let capacity = 2048

    private struct Ring {
        var spans: [Span] = []
        /// The index of the oldest span, which the next one overwrites once the buffer is full.
        var next = 0
        /// How many spans were added since the start: the sequence of the newest.
        var added: Int64 = 0
    }

    private let ring = Mutex(Ring())
    /// Another one after each start of the service: sequences count from there.
    let incarnation = Identifier.random()

    /// Creates an empty buffer, which takes no memory yet.
    public init() {}

    func add(_ span: Span) {
        ring.withLock { ring in
            ring.added += 1
            if ring.spans.count < Self.capacity {
                ring.spans.append(span)
            } else {
                ring.spans[ring.next] = span
                ring.next = (ring.next + 1) % Self.capacity
            }
        }
    }

    /// Returns the spans kept of a trace, by start time.
    func spans(of trace: TraceID) -> [Span] {
        ring.withLock { ring in ring.spans.filter { $0.trace == trace } }.sorted { $0.start < $1.start }
    }

    /// Returns the spans after a sequence, in the order in which their work ended, at most `limit`.
    ///
    /// - Returns: The spans, the sequence of the last one, and how many after `sequence` were overwritten before.
    func spans(after sequence: Int64, limit: Int) -> (spans: [Span], last: Int64, lost: Int64) {
        ring.withLock { ring in
            let overwritten = ring.added - Int64(ring.spans.count)
            let asked = min(sequence, ring.added)
            let first = max(asked, overwritten)
            let count = min(limit, Int(ring.added - first))
            let spans = (0..<count).map { offset in
                ring.spans[(ring.next + Int(first - overwritten) + offset) % ring.spans.count]
            }
            return (spans, first + Int64(count), first - asked)
        }
    }

    /// The number of spans kept.
    var count: Int { ring.withLock { $0.spans.count } }
}
