import CZeroMQ
import Synchronization

/// A monitor of the connections of one socket. It belongs to that socket's thread. `zmq_socket_monitor`
///
/// Add ``socket`` to a ``Poller`` to learn when ``next()`` has an event.
public final class Monitor {
    /// The pair socket that receives the events; for polling only.
    public let socket: Socket

    private let watched: Socket

    /// Starts to monitor `watched` and retains it. Earlier events are not reported.
    /// - Throws: ``ZeroMQError``: `tooManyOpen`, `terminated`.
    public init(
        of watched: Socket, in context: Context, for kinds: MonitorEvent.Kind = .all
    ) throws(ZeroMQError) {
        let number = Monitor.made.wrappingAdd(1, ordering: .relaxed).newValue
        let endpoint = "inproc://kopilka.monitor.\(number)"
        self.watched = watched
        self.socket = try Socket(.pair, in: context)
        guard zmq_socket_monitor(watched.checked, endpoint, Int32(kinds.rawValue)) == 0 else {
            throw .last("zmq_socket_monitor")
        }
        try socket.connect(endpoint)
    }

    /// Returns the next event; nil when there is none yet. `zmq_msg_recv`
    /// - Throws: ``ZeroMQError``: `terminated`.
    public func next() throws(ZeroMQError) -> MonitorEvent? {
        guard let frames = try socket.receiveFrames(), frames.count == 2, frames[0].count == 6 else { return nil }
        return frames[0].withUnsafeBytes { head in
            MonitorEvent(
                kind: MonitorEvent.Kind(rawValue: head.loadUnaligned(as: UInt16.self)),
                value: head.loadUnaligned(fromByteOffset: 2, as: UInt32.self),
                endpoint: String(decoding: frames[1], as: UTF8.self))
        }
    }

    /// Stops monitoring. `zmq_socket_monitor` with no endpoint
    ///
    /// Call this before ``socket`` or the monitored socket is closed. An event that nobody can receive any more would
    /// block the I/O thread of libzmq, and with it every socket of the context, for ever.
    public func stop() {
        if !watched.isClosed { zmq_socket_monitor(watched.checked, nil, 0) }
    }

    /// Stops monitoring and closes ``socket``.
    public func close() {
        stop()
        socket.close()
    }

    /// Inproc names must differ within a context.
    private static let made = Atomic<UInt64>(0)
}

@available(*, unavailable, message: "A monitor belongs to the thread of the socket it watches.")
extension Monitor: Sendable {}
