import Coordination
import Domain

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
    let envelope: [[UInt8]]

    /// A REQ socket takes the first message for its reply, so it gets exactly one.
    var isREQ: Bool { envelope.contains { $0.isEmpty } }
}

/// A message that has come, and where its requests run.
struct Arrival {
    let address: ReplyAddress
    let peerUserID: UInt32?
    let executor: any TaskExecutor
}

/// What is known of a connection while something of it is in hand. Forgotten when nothing is.
struct Peer {
    var requests: [UInt64: RequestInHand] = [:]
    var unsent: [[[UInt8]]] = []
    var unsentBytes = 0
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
    let method: String
    let reply: [UInt8]?
    let fault: FaultCode?
    let began: ContinuousClock.Instant
}

/// The replies of a batch, until all are there.
struct Batch {
    let address: ReplyAddress
    var missing: Int
    var replies: [[UInt8]] = []
}
