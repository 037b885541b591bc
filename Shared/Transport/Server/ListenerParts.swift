import Coordination
import Domain
import ZeroMQ

/// Who a service is.
public struct ServiceIdentity: Sendable {
    /// The name, which all its methods begin with: `ledger`.
    public let name: String
    /// Its version, `1.0.0`.
    public let version: String
    let startedAt = ContinuousClock.now

    /// A service that starts now.
    public init(name: String, version: String) {
        self.name = name
        self.version = version
    }
}

/// The name libzmq gave a connection.
struct PeerID: Hashable, Sendable {
    let bytes: [UInt8]
}

/// Where a reply goes: the connection, and the frames before the body as they came.
struct ReplyAddress: Sendable {
    static let maximumEnvelope = 8

    let peer: PeerID
    /// The name of the connection, then what the peer put before the body.
    let envelope: [[UInt8]]

    /// A REQ socket takes the first message for its reply, so it gets exactly one.
    var isREQ: Bool { envelope.dropFirst().contains { $0.isEmpty } }
}

/// A reply for which a peer had no room.
struct UnsentReply {
    let body: [UInt8]
    let address: ReplyAddress

    var size: Int { address.envelope.reduce(body.count) { $0 + $1.count } }
}

/// A message that has come, and where its requests run.
struct Arrival {
    let address: ReplyAddress
    let peer: PeerProcess?
    let executor: any TaskExecutor
    /// Of the message; for a request of a batch its part.
    var size: Int
}

/// What is known of a connection.
struct Peer {
    var requests: [UInt64: RequestInHand] = [:]
    /// Of the requests, those included that nobody has read yet.
    var bytesInHand = 0
    var unsent: [UnsentReply] = []
    var unsentBytes = 0
    /// What libzmq holds for it.
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

    /// Replies that wait, here and in libzmq.
    var waitingBytes: Int { unsentBytes + sent.count }

    /// Whether nothing of it is in hand.
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
    /// The trace with this request as its newest hop, and what came in; nil where it is not kept.
    let work: TraceContext?
    let cause: TraceContext?
}

/// The replies of a batch, until all are there.
struct Batch {
    let address: ReplyAddress
    var missing: Int
    var replies: [[UInt8]] = []
    var bytes = 0
    /// Whether the replies together are more than may wait for a peer; none of them is kept then.
    var isTooLong = false

    mutating func add(_ reply: [UInt8], limit: Int) {
        bytes += reply.count
        isTooLong = isTooLong || bytes > limit
        if isTooLong { replies = [] } else { replies.append(reply) }
    }

    /// What is sent when all are there; nil when nothing wants an answer.
    var reply: [UInt8]? {
        if isTooLong {
            let fault = Fault(
                .invalidRequest, "The answers of this batch are \(bytes) bytes together; ask for less at once.")
            return Reply.fault(id: Reply.nullID, fault)
        }
        return replies.isEmpty ? nil : Reply.batch(replies)
    }
}
