import GatewayWords
import StrictJSON
import ZeroMQ

/// A connection of the walk: it sends any bytes and looks closely at what comes back.
final class WalkedConnection {
    private let socket: Socket
    private let monitor: Monitor
    private let walk: ConformanceWalk
    private let poller = Poller()

    /// How long a message that must not come is waited for, after the service has proved that it works.
    private static let silence = Duration.milliseconds(50)

    init(_ kind: SocketKind, to endpoint: String, in context: Context, of walk: ConformanceWalk) throws {
        var options = SocketOptions.client
        if kind == .sub { options.subscriptions = [[]] }
        self.walk = walk
        socket = try Socket(kind, in: context, options: options)
        monitor = try Monitor(of: socket, in: context, for: .disconnected)
        try socket.connect(endpoint)
        poller.add(socket)
        poller.add(monitor.socket)
    }

    deinit { monitor.close() }

    // MARK: Sending and receiving

    func send(_ text: String) throws { try send(frames: [Array(text.utf8)]) }

    func send(frames: [[UInt8]]) throws { try socket.send(frames: frames, wait: true) }

    /// Returns the frames of the next message; nil when none comes in time, or when the service closes the connection.
    func frames(within limit: Duration? = nil) throws -> [[UInt8]]? {
        let deadline = ContinuousClock.now + (limit ?? walk.plan.patience)
        while true {
            if walk.plan.stop.isSet { throw CancellationError() }
            if let frames = try socket.receiveFrames() { return frames }
            let left = deadline - .now
            guard left > .zero else { return nil }
            try poller.poll(milliseconds: max(1, min(100, Int(left / .milliseconds(1)))))
            if poller.isReadable(at: 1), !poller.isReadable(at: 0) { return nil }
        }
    }

    /// Waits a moment, unless the walk is stopped.
    func pause() throws { while try frames(within: .milliseconds(10)) != nil {} }

    /// Returns true when the service closes the connection in time, without an answer.
    func isClosedByService() throws -> Bool {
        let deadline = ContinuousClock.now + walk.plan.patience
        while ContinuousClock.now < deadline {
            if try monitor.next() != nil { return true }
            if try frames(within: .milliseconds(100)) != nil { return false }
        }
        return false
    }

    /// Returns the next reply.
    /// - Throws: ``Objection``: broken when none comes in time, or it has more frames, or is not JSON.
    func reply() throws -> WalkedReply {
        guard let frames = try frames() else {
            throw Objection.broken(Text("no reply came", "ответа не было"))
        }
        guard let body = frames.last, frames.count == 1 else {
            throw Objection.broken(
                Text(
                    "the reply had \(frames.count, "frame", "frames")",
                    "в ответе \(frames.count, "кадр", "кадра", "кадров")"))
        }
        let reply = try WalkedReply(body)
        reply.noteForm(in: walk)
        return reply
    }

    /// Sends a text and returns the reply.
    func ask(_ text: String) throws -> WalkedReply {
        try send(text)
        do {
            return try reply()
        } catch Objection.broken(let seen) {
            throw Objection.broken(WalkedReply.sent(text) + seen)
        }
    }

    /// Calls a method and returns its result.
    func result(of method: String, params: String = "", meta: String = "") throws -> JSONNode {
        let text = walk.request(method, id: walk.newID(), params: params, meta: meta)
        let reply = try ask(text)
        guard let result = reply.result else { throw Objection.broken(WalkedReply.sent(text) + reply.seen) }
        return result
    }

    // MARK: Expectations

    /// Checks that a good request on this connection is answered, and that its answer is the next message.
    func expectService() throws {
        let id = walk.newID()
        let reply = try ask(walk.health(id: id))
        guard reply.id == id, reply.result != nil else {
            throw Objection.broken(
                Text("at the next good request, ", "на следующий верный запрос ") + reply.seen)
        }
    }

    /// Checks that nothing comes but the answer to a good request.
    func expectSilence() throws {
        try expectService()
        guard let frames = try frames(within: Self.silence) else { return }
        let body = String(decoding: (frames.last ?? []).prefix(WalkedReply.shown), as: UTF8.self)
        throw Objection.broken(Text("a message came: \(body)", "пришло сообщение: \(body)"))
    }

    /// Sends a text and checks that a fault comes back, and that the next good request is answered.
    ///
    /// - Parameters:
    ///   - id: The JSON of the id that the reply must have.
    ///   - number: JSON-RPC's number, where one is required.
    ///   - field: The required path of the parameter at fault.
    func expect(_ code: String, number: Int64? = nil, id: String = "null", field: String? = nil, for bytes: [UInt8])
        throws
    {
        let sent = WalkedReply.sent(String(decoding: bytes.prefix(WalkedReply.shown), as: UTF8.self))
        do {
            try send(frames: [bytes])
            let reply = try reply()
            guard reply.code == code, reply.id == id, number == nil || reply.number == number,
                field == nil || reply.field == field
            else { throw Objection.broken(reply.seen) }
            try expectService()
        } catch Objection.broken(let seen) {
            throw Objection.broken(sent + seen)
        }
    }

    /// Sends a text and checks that a fault comes back, and that the next good request is answered.
    func expect(_ code: String, number: Int64? = nil, id: String = "null", field: String? = nil, for text: String)
        throws
    {
        try expect(code, number: number, id: id, field: field, for: Array(text.utf8))
    }
}
