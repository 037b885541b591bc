import CZeroMQ
import Glibc

/// A ZeroMQ socket. It belongs to the thread that created it; use by another thread traps.
///
/// libzmq's sockets are not thread-safe, not even behind a lock, and fail far from the mistake. Each call therefore
/// checks its thread. Only the last release may happen elsewhere. Options are set once, before bind or connect.
/// `zmq_socket`, `zmq_close`
public final class Socket {
    /// The pattern of the socket.
    public let kind: SocketKind

    private let context: Context
    private let owner: pthread_t
    private(set) var handle: UnsafeMutableRawPointer?

    /// Opens a socket and applies `options`.
    /// - Throws: ``ZeroMQError``: `tooManyOpen` when sockets or descriptors are exhausted, `invalidArgument` for a
    ///   value or an option that does not fit the kind.
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
        // This may run on another thread. zmq(7) allows a socket to move after a full memory barrier, such as the last
        // release of a reference. No use can follow it.
        if let handle { zmq_close(handle) }
    }

    /// Closes the socket. Closing again does nothing; any other use traps. `zmq_close`
    /// - Precondition: Called on the thread that created the socket.
    public func close() {
        preconditionOnOwner()
        guard let handle else { return }
        self.handle = nil
        zmq_close(handle)
    }

    /// True after ``close()``.
    public var isClosed: Bool { handle == nil }

    /// The C socket, after the checks for every use.
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

    /// Subscribes to messages that begin with `prefix`. `zmq_setsockopt`, `ZMQ_SUBSCRIBE`
    public func subscribe(_ prefix: [UInt8]) throws(ZeroMQError) {
        guard zmq_setsockopt(checked, ZMQ_SUBSCRIBE, prefix, prefix.count) == 0 else {
            throw .last("zmq_setsockopt", about: "subscribe")
        }
    }

    /// Unsubscribes from messages that begin with `prefix`. `zmq_setsockopt`, `ZMQ_UNSUBSCRIBE`
    public func unsubscribe(_ prefix: [UInt8]) throws(ZeroMQError) {
        guard zmq_setsockopt(checked, ZMQ_UNSUBSCRIBE, prefix, prefix.count) == 0 else {
            throw .last("zmq_setsockopt", about: "unsubscribe")
        }
    }

    /// Returns the operations that would not wait. The call also lets libzmq do its housekeeping, without which an idle
    /// socket leaks. `zmq_getsockopt`, `ZMQ_EVENTS`
    public func readyEvents() throws(ZeroMQError) -> PollEvents {
        var value: Int32 = 0
        var size = MemoryLayout<Int32>.size
        while zmq_getsockopt(checked, ZMQ_EVENTS, &value, &size) != 0 {
            guard zmq_errno() == EINTR else { throw .last("zmq_getsockopt", about: "events") }
        }
        return PollEvents(rawValue: Int16(truncatingIfNeeded: value))
    }
}
