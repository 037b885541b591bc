import CZeroMQ
import Glibc

/// A ZeroMQ socket. It belongs to the thread that made it; any other thread that uses it is stopped.
///
/// libzmq's sockets are not thread safe, not even behind a lock, and break far from the mistake; so each call
/// checks its thread. Only the last release may happen elsewhere. Settings are given once, before bind or connect.
/// `zmq_socket`, `zmq_close`
public final class Socket {
    /// The pattern it speaks.
    public let kind: SocketKind

    private let context: Context
    private let owner: pthread_t
    private(set) var handle: UnsafeMutableRawPointer?

    /// Opens a socket and applies `options`.
    /// - Throws: ``ZeroMQError``: `tooManyOpen` when sockets or descriptors have run out, `invalidArgument` for a
    ///   value or an option that does not suit the kind.
    public init(
        _ kind: SocketKind, in context: Context, options: SocketOptions = SocketOptions()
    ) throws(ZeroMQError) {
        guard let handle = zmq_socket(context.handle, kind.rawValue) else {
            throw .last("zmq_socket", about: "\(kind)")
        }
        self.kind = kind
        self.context = context
        self.owner = pthread_self()
        self.handle = handle
        try options.apply(to: self)
    }

    deinit {
        // May run on another thread: zmq(7) lets a socket move after a full memory barrier, which the last release
        // of a reference is, and no use can follow it.
        if let handle { zmq_close(handle) }
    }

    /// Closes the socket; further calls of this do nothing, of anything else trap. `zmq_close`
    /// - Precondition: Called on the thread that made the socket.
    public func close() {
        preconditionOnOwner()
        guard let handle else { return }
        self.handle = nil
        zmq_close(handle)
    }

    /// Whether ``close()`` was called.
    public var isClosed: Bool { handle == nil }

    /// The C socket, after the checks that every use needs.
    var checked: UnsafeMutableRawPointer {
        preconditionOnOwner()
        guard let handle else { preconditionFailure("A ZeroMQ socket was used after close().") }
        return handle
    }

    private func preconditionOnOwner() {
        precondition(
            pthread_equal(owner, pthread_self()) != 0,
            "A ZeroMQ socket belongs to the thread that made it, but another thread used it.")
    }
}

@available(*, unavailable, message: "A ZeroMQ socket belongs to the thread that made it.")
extension Socket: Sendable {}

extension Socket {
    func set<Value: FixedWidthInteger>(_ option: Int32, _ value: Value) throws(ZeroMQError) {
        var value = value
        guard zmq_setsockopt(checked, option, &value, MemoryLayout<Value>.size) == 0 else {
            throw .last("zmq_setsockopt", about: "option \(option) = \(value)")
        }
    }

    func set(_ option: Int32, bytes: [UInt8]) throws(ZeroMQError) {
        guard zmq_setsockopt(checked, option, bytes, bytes.count) == 0 else {
            throw .last("zmq_setsockopt", about: "option \(option)")
        }
    }

    /// Starts to receive messages that begin with `prefix`. `zmq_setsockopt`, `ZMQ_SUBSCRIBE`
    public func subscribe(_ prefix: [UInt8]) throws(ZeroMQError) {
        guard zmq_setsockopt(checked, ZMQ_SUBSCRIBE, prefix, prefix.count) == 0 else {
            throw .last("zmq_setsockopt", about: "subscribe")
        }
    }

    /// Stops receiving messages that begin with `prefix`. `zmq_setsockopt`, `ZMQ_UNSUBSCRIBE`
    public func unsubscribe(_ prefix: [UInt8]) throws(ZeroMQError) {
        guard zmq_setsockopt(checked, ZMQ_UNSUBSCRIBE, prefix, prefix.count) == 0 else {
            throw .last("zmq_setsockopt", about: "unsubscribe")
        }
    }

    /// What the socket can do now without waiting; reading it also lets libzmq do its housekeeping, without which
    /// an idle socket leaks. `zmq_getsockopt`, `ZMQ_EVENTS`
    public func readyEvents() throws(ZeroMQError) -> PollEvents {
        var value: Int32 = 0
        var size = MemoryLayout<Int32>.size
        while zmq_getsockopt(checked, ZMQ_EVENTS, &value, &size) != 0 {
            guard zmq_errno() == EINTR else { throw .last("zmq_getsockopt", about: "events") }
        }
        return PollEvents(rawValue: Int16(truncatingIfNeeded: value))
    }
}
