import Coordination
import StrictJSON
import ZeroMQ

/// A bare socket that sends whatever a test scripts. Lives on one thread; see `withRawPeer`.
public final class RawPeer {
    /// The socket.
    public let socket: Socket
    private let context: Context

    /// Connects to a service's socket.
    public init(_ kind: SocketKind = .dealer, path: String, options: SocketOptions = .client) throws {
        context = Context()
        socket = try Socket(kind, in: context, options: options)
        try socket.connect("ipc://\(path)")
    }

    /// Connects to an endpoint, such as `tcp://127.0.0.1:7401`.
    public init(_ kind: SocketKind = .dealer, endpoint: String, options: SocketOptions = .client) throws {
        context = Context()
        socket = try Socket(kind, in: context, options: options)
        try socket.connect(endpoint)
    }

    /// Sends a text as one frame.
    public func send(_ text: String) throws { try socket.send(frames: [Array(text.utf8)], wait: true) }

    /// Returns the frames of the next message; nil when none arrives within `limit`.
    public func receive(within limit: Duration = .seconds(180)) throws -> [[UInt8]]? {
        let poller = Poller()
        poller.add(socket)
        let deadline = ContinuousClock.now.advanced(by: limit)
        repeat {
            if let frames = try socket.receiveFrames() { return frames }
            try poller.poll(milliseconds: max(1, min(100, Int((deadline - .now) / .milliseconds(1)))))
        } while ContinuousClock.now < deadline
        return nil
    }

    /// Sends a text and returns the next message as text.
    public func ask(_ text: String, within limit: Duration = .seconds(180)) throws -> String {
        try send(text)
        guard let frames = try receive(within: limit), let body = frames.last else {
            throw WaitedInVain(description: "no reply came within \(limit)")
        }
        return String(decoding: body, as: UTF8.self)
    }

    /// Sends a text and returns the JSON of the reply.
    public func askJSON(_ text: String, within limit: Duration = .seconds(180)) throws -> JSONNode {
        try JSONDocument(Array(ask(text, within: limit).utf8), limits: JSONLimits(maximumBytes: 64 << 20)).root
    }

    /// Closes the socket.
    public func close() { socket.close() }
}

/// Runs `body` with a bare peer on a thread of its own.
public func withRawPeer<Value: Sendable>(
    _ kind: SocketKind = .dealer, path: String, _ body: @escaping @Sendable (RawPeer) throws -> Value
) async throws -> Value {
    try await onThread {
        let peer = try RawPeer(kind, path: path)
        defer { peer.close() }
        return try body(peer)
    }
}
