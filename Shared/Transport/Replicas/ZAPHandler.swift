import Sodium
import ZeroMQ

/// Decides for libzmq which keys may connect to the CURVE sockets of a context: RFC 27 (ZAP).
///
/// libzmq sends it the key of each peer that has proved to own it. It belongs to the thread of its ``SocketLoop``.
final class ZAPHandler {
    /// The endpoint at which libzmq looks for a handler.
    static let endpoint = "inproc://zeromq.zap.01"

    private let socket: Socket
    private var lists: [String: AllowedPeers] = [:]

    /// Starts to answer on `socket`, a router.
    /// - Throws: ``ZeroMQError``: `addressInUse` when the context has a handler.
    init(on socket: Socket) throws(ZeroMQError) {
        self.socket = socket
        try socket.bind(Self.endpoint)
    }

    /// Admits the peers of `allowed` to a domain, instead of those who were admitted before.
    func admit(_ allowed: AllowedPeers, to domain: String) { lists[domain] = allowed }

    /// Answers the requests that have come.
    func answer() {
        // An error here is the end of the context. A request that is not answered admits nobody.
        while let frames = try? socket.receiveFrames() {
            guard let request = ZAPRequest(frames) else { continue }
            _ = try? socket.send(frames: request.reply(admittedAs: userID(for: request)))
        }
    }

    private func userID(for request: ZAPRequest) -> String? {
        guard let key = request.curveKey, let list = lists[request.domain] else { return nil }
        let userID = AllowedPeers.userID(of: key)
        return list.host(of: userID) == nil ? nil : userID
    }
}

/// A request to a ZAP handler: RFC 27.
struct ZAPRequest {
    /// The routing id and the empty frame, which precede the reply as they came.
    private let envelope: [[UInt8]]
    private let id: [UInt8]
    let domain: String
    /// The public key of the peer; nil for other mechanisms, whose peers are never admitted.
    let curveKey: [UInt8]?

    /// Creates a request to ask a handler whether it admits a key.
    init(id: [UInt8], domain: String, curveKey: [UInt8]) {
        (envelope, self.id, self.domain, self.curveKey) = ([[]], id, domain, curveKey)
    }

    /// Reads the frames: routing id, empty, version, request id, domain, address, routing id of the peer, mechanism,
    /// credentials. Nil when they are no request.
    init?(_ frames: [[UInt8]]) {
        guard frames.count >= 8, frames[1].isEmpty, frames[2] == Self.version else { return nil }
        envelope = Array(frames[..<2])
        id = frames[3]
        domain = String(decoding: frames[4], as: UTF8.self)
        let isCurve = frames[7] == Self.curve && frames.count == 9 && frames[8].count == Socket.curveKeyCount
        curveKey = isCurve ? frames[8] : nil
    }

    /// The frames of the request itself.
    var frames: [[UInt8]] {
        envelope + [Self.version, id, Array(domain.utf8), [], [], Self.curve, curveKey ?? []]
    }

    /// Returns the frames of the answer.
    ///
    /// - Parameter userID: The user id of the peer; nil refuses it.
    func reply(admittedAs userID: String?) -> [[UInt8]] {
        // After 400 libzmq's clients never try again, but a host that is unknown now may soon be in the list.
        let status = userID == nil ? "300" : "200"
        return envelope + [Self.version, id, Array(status.utf8), [], Array((userID ?? "").utf8), []]
    }

    private static let version = Array("1.0".utf8)
    private static let curve = Array("CURVE".utf8)
}
