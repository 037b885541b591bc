import Coordination
import ZeroMQ

/// A socket of a listener. Routing ids are unique at one door only.
enum Door: Hashable {
    /// The Unix socket, for processes of this machine.
    case house
    /// The replica port, for other machines.
    case replicas

    /// The bytes that the connection adds to each frame.
    var frameOverhead: Int { self == .house ? 0 : Socket.curveFrameOverhead }
}

/// The routing id that libzmq gave a connection, and the socket that knows it.
struct PeerID: Hashable, Sendable {
    let door: Door
    let bytes: [UInt8]
}

/// The destination of a reply: the connection, and the frames before the body as they came.
struct ReplyAddress: Sendable {
    static let maximumEnvelope = 8

    let peer: PeerID
    /// The user id that the ZAP handler gave the peer; nil for a process of this machine.
    let userID: String?
    /// The routing id of the connection, then the peer's own frames before the body.
    let envelope: [[UInt8]]

    /// True for a REQ socket, which takes the first message for its reply and so gets exactly one.
    var isREQ: Bool { envelope.dropFirst().contains { $0.isEmpty } }
}
