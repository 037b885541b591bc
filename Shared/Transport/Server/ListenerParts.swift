import Coordination
import Domain
import Reasons
import ZeroMQ

/// The name and version of a service.
public struct ServiceIdentity: Sendable {
    /// The name, with which all its methods begin: `ledger`.
    public let name: String
    /// Its version, `1.0.0`.
    public let version: String
    /// The names of the reasons that its faults may give, for `rpc.discover`.
    public let reasons: [String]
    let startedAt = ContinuousClock.now

    /// Creates the identity of a service that starts now.
    public init(name: String, version: String, reasons: [String] = []) {
        self.name = name
        self.version = version
        self.reasons = reasons
    }
}

/// The routing id that libzmq gave a connection.
struct PeerID: Hashable, Sendable {
    let bytes: [UInt8]
}

/// The destination of a reply: the connection, and the frames before the body as they came.
struct ReplyAddress: Sendable {
    static let maximumEnvelope = 8

    let peer: PeerID
    /// The routing id of the connection, then the peer's own frames before the body.
    let envelope: [[UInt8]]

    /// True for a REQ socket, which takes the first message for its reply and so gets exactly one.
    var isREQ: Bool { envelope.dropFirst().contains { $0.isEmpty } }
}

/// A reply that did not fit into its peer's queue.
struct UnsentReply {
    let body: [UInt8]
    let address: ReplyAddress

    var size: Int { address.envelope.reduce(body.count) { $0 + $1.count } }
}

/// A received message, and the executor of its requests.
struct Arrival {
    let address: ReplyAddress
    let peer: PeerProcess?
    let executor: any TaskExecutor
    /// The size of the message in bytes; for a request of a batch, its share.
    var size: Int
}

/// The state of a connection.
struct Peer {
    var requests: [UInt64: RequestInHand] = [:]
    /// The bytes of its requests, including those not parsed yet.
    var bytesInHand = 0
    var unsent: [UnsentReply] = []
    var unsentBytes = 0
    /// The bytes that libzmq holds for it.
    let sent: SentBytes

    init(total: SentBytes) { sent = SentBytes(total: total) }

    mutating func begin(_ number: UInt64, _ request: RequestInHand, size: Int) {
        requests[number] = request
        bytesInHand += size
    }

    mutating func end(_ number: UInt64, size: Int) -> RequestInHand? {
        bytesInHand -= size
        return requests.removeValue(forKey: number)
    }

    /// The bytes of queued replies, here and in libzmq.
    var waitingBytes: Int { unsentBytes + sent.count }

    /// True when nothing of it is in progress.
    var isQuiet: Bool { requests.isEmpty && unsent.isEmpty && bytesInHand == 0 && sent.count == 0 }
}

struct RequestInHand {
    let id: [UInt8]?
    let address: ReplyAddress
    let batch: UInt64?
    let task: Task<Void, Never>
}

struct ServedRequest: Sendable {
    let number: UInt64
    let peer: PeerID
    let size: Int
    let method: String
    let reply: [UInt8]?
    let fault: FaultCode?
    let began: ContinuousClock.Instant
    /// The trace with this request as its newest hop, and the trace that came in; nil where no span is kept.
    let work: TraceContext?
    let cause: TraceContext?
}

/// The replies of a batch, until it is complete.
struct Batch {
    let address: ReplyAddress
    var missing: Int
    var replies: [[UInt8]] = []
    var bytes = 0
    /// True when the replies together exceed the limit for one peer. None of them is kept then.
    var isTooLong = false

    mutating func add(_ reply: [UInt8], limit: Int) {
        bytes += reply.count
        isTooLong = isTooLong || bytes > limit
        if isTooLong { replies = [] } else { replies.append(reply) }
    }

    /// The reply to send when the batch is complete; nil when it held notifications only.
    var reply: [UInt8]? {
        if isTooLong {
            let fault = Fault(.invalidRequest, .answersTooLong, ["bytes": .number(bytes)])
            return Reply.fault(id: Reply.nullID, fault)
        }
        return replies.isEmpty ? nil : Reply.batch(replies)
    }
}
