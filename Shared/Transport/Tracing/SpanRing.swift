import Coordination
import Domain
import Synchronization

/// One piece of work that a service did for a request that is traced. Nothing in it is of a user: no parameter, no answer.
struct Span: Sendable {
    /// What asked for the work.
    enum Kind: String, Codable, CaseIterable, Sendable {
        /// A request.
        case request
        /// An event of another service.
        case event
    }

    let trace: TraceID
    let id: SpanID
    /// The work that it is a consequence of, here or at another service.
    let parent: SpanID
    let kind: Kind
    /// The method, or the type of the event.
    let name: String
    /// By the machine's clock, which is one for all services; each has its own idea of `KOPILKA_CLOCK`.
    let start: Instant
    let duration: Duration
    /// The code of the fault that it ended with.
    let fault: FaultCode?

    /// Work that ends now.
    ///
    /// - Parameters:
    ///   - work: The trace with the id of this work as its newest hop.
    ///   - cause: What came in.
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

/// Keeps the newest spans of a service: in memory, a fixed number of them, whoever asks for how many.
///
/// A request that is not sampled never comes here.
public final class SpanRing: Sendable {
    /// So many spans are kept: about 300 KB when all places are taken.
    static let capacity = 2048

    private struct Ring {
        var spans: [Span] = []
        /// Where the next goes when all places are taken: that of the oldest.
        var next = 0
    }

    private let ring = Mutex(Ring())

    /// A ring with nothing in it, which takes no room yet.
    public init() {}

    func add(_ span: Span) {
        ring.withLock { ring in
            if ring.spans.count < Self.capacity {
                ring.spans.append(span)
            } else {
                ring.spans[ring.next] = span
                ring.next = (ring.next + 1) % Self.capacity
            }
        }
    }

    /// What is kept of a trace, in the order of its beginning.
    func spans(of trace: TraceID) -> [Span] {
        ring.withLock { ring in ring.spans.filter { $0.trace == trace } }.sorted { $0.start < $1.start }
    }

    /// How many are kept.
    var count: Int { ring.withLock { $0.spans.count } }
}
