import CZeroMQ
import Glibc

/// The events to wait for, or those that occurred. `zmq_poll(3)`
public struct PollEvents: OptionSet, Sendable, Hashable {
    /// The bits of `zmq_pollitem_t`.
    public let rawValue: Int16

    public init(rawValue: Int16) {
        self.rawValue = rawValue
    }

    /// A message, or bytes, can be read without waiting. `ZMQ_POLLIN`
    public static let readable = PollEvents(rawValue: 1)
    /// A message, or bytes, can be written without waiting. `ZMQ_POLLOUT`
    public static let writable = PollEvents(rawValue: 2)
    /// A file descriptor failed or was closed by its peer. Reported without being requested. `ZMQ_POLLERR`
    public static let failed = PollEvents(rawValue: 4)
}

/// A poller of sockets and file descriptors. It belongs to the thread of its sockets. `zmq_poll`
///
/// Entries are numbered from 0 in the order of their addition; the list is kept between calls.
public final class Poller {
    private var items: ContiguousArray<zmq_pollitem_t> = []
    private var sockets: ContiguousArray<Socket?> = []

    /// Creates a poller without entries.
    public init() {}

    /// The number of entries.
    public var count: Int { items.count }

    /// Adds a socket and retains it.
    /// - Returns: The index of the entry.
    @discardableResult
    public func add(_ socket: Socket, for events: PollEvents = .readable) -> Int {
        items.append(zmq_pollitem_t(socket: socket.checked, fd: -1, events: events.rawValue, revents: 0))
        sockets.append(socket)
        return items.count - 1
    }

    /// Adds a file descriptor, which the caller keeps.
    /// - Returns: The index of the entry.
    @discardableResult
    public func add(fileDescriptor: Int32, for events: PollEvents = .readable) -> Int {
        items.append(zmq_pollitem_t(socket: nil, fd: fileDescriptor, events: events.rawValue, revents: 0))
        sockets.append(nil)
        return items.count - 1
    }

    /// Changes the events of the entry at `index`; an empty set pauses it.
    public func wait(for events: PollEvents, at index: Int) {
        items[index].events = events.rawValue
    }

    /// Removes all entries.
    public func removeAll() {
        items.removeAll(keepingCapacity: true)
        sockets.removeAll(keepingCapacity: true)
    }

    /// Waits until an entry is ready or the time is over. `zmq_poll`
    /// - Parameter milliseconds: The longest wait; 0 only checks, -1 waits for ever.
    /// - Returns: The number of ready entries; 0 also when a Unix signal interrupted the wait.
    /// - Throws: ``ZeroMQError``: `terminated`, or the kernel's error for a bad descriptor.
    /// - Precondition: Called on the thread of its sockets, none of which is closed.
    @discardableResult
    public func poll(milliseconds: Int) throws(ZeroMQError) -> Int {
        for index in items.indices {
            // The memory of a closed socket is freed, so libzmq could not detect it.
            if let socket = sockets[index] { _ = socket.checked }
            items[index].revents = 0
        }
        let ready = items.withUnsafeMutableBufferPointer { zmq_poll($0.baseAddress, Int32($0.count), milliseconds) }
        if ready >= 0 { return Int(ready) }
        guard zmq_errno() == EINTR else { throw .last("zmq_poll") }
        return 0
    }

    /// Returns the events of the last ``poll(milliseconds:)`` at an entry.
    public func events(at index: Int) -> PollEvents {
        PollEvents(rawValue: items[index].revents)
    }

    /// Returns true when the last ``poll(milliseconds:)`` found the entry readable, or failed so that a read returns
    /// the reason.
    public func isReadable(at index: Int) -> Bool {
        !events(at: index).isDisjoint(with: [.readable, .failed])
    }
}

@available(*, unavailable, message: "A poller belongs to the thread of its sockets.")
extension Poller: Sendable {}
