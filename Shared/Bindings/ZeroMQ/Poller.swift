import CZeroMQ
import Glibc

/// The events to wait for, or those that occurred. `poll(2)`
public struct PollEvents: OptionSet, Sendable, Hashable {
    /// The bits of `ZMQ_EVENTS`.
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

    /// The bits of `pollfd` to wait for.
    fileprivate var ofKernel: Int16 {
        Int16((contains(.readable) ? POLLIN : 0) | (contains(.writable) ? POLLOUT : 0))
    }

    /// Reads the bits of `pollfd`. All that is neither readable nor writable is a failure.
    fileprivate init(ofKernel bits: Int16) {
        self = []
        if bits & Int16(POLLIN) != 0 { insert(.readable) }
        if bits & Int16(POLLOUT) != 0 { insert(.writable) }
        if bits & ~Int16(POLLIN | POLLOUT) != 0 { insert(.failed) }
    }
}

/// A poller of sockets and file descriptors. It belongs to the thread of its sockets.
///
/// Entries are numbered from 0 in the order of their addition; the list is kept between calls.
///
/// It takes the place of `zmq_poll(3)`, which asks every socket twice a call, with two system calls each. The
/// descriptor of a socket (`ZMQ_FD`) becomes readable when libzmq has news for it; any other call may take that news.
/// So only sockets that have news or were used since are asked what they are ready for. `zmq_getsockopt(3)`, `ZMQ_FD`
public final class Poller {
    private struct Entry {
        /// Nil for a file descriptor.
        let socket: Socket?
        let descriptor: Int32
        var wanted: PollEvents
        var found: PollEvents = []
    }

    private var entries: ContiguousArray<Entry> = []
    private var polled: ContiguousArray<pollfd> = []

    /// Creates a poller without entries.
    public init() {}

    /// The number of entries.
    public var count: Int { entries.count }

    /// Adds a socket and retains it.
    /// - Returns: The index of the entry.
    @discardableResult
    public func add(_ socket: Socket, for events: PollEvents = .readable) -> Int {
        add(Entry(socket: socket, descriptor: socket.newsDescriptor, wanted: events))
    }

    /// Adds a file descriptor, which the caller keeps.
    /// - Returns: The index of the entry.
    @discardableResult
    public func add(fileDescriptor: Int32, for events: PollEvents = .readable) -> Int {
        add(Entry(socket: nil, descriptor: fileDescriptor, wanted: events))
    }

    private func add(_ entry: Entry) -> Int {
        entries.append(entry)
        polled.append(pollfd())
        wait(for: entry.wanted, at: entries.count - 1)
        return entries.count - 1
    }

    /// Changes the events of the entry at `index`; an empty set pauses it.
    public func wait(for events: PollEvents, at index: Int) {
        entries[index].wanted = events
        // poll(2) leaves out negative descriptors. That of a socket is readable whatever the news is.
        polled[index].fd = events.isEmpty ? -1 : entries[index].descriptor
        polled[index].events = entries[index].socket == nil ? events.ofKernel : PollEvents.readable.ofKernel
        entries[index].socket?.mayBeReadable = true
    }

    /// Removes all entries.
    public func removeAll() {
        entries.removeAll(keepingCapacity: true)
        polled.removeAll(keepingCapacity: true)
    }

    /// Waits until an entry is ready or the time is over. `poll(2)`
    /// - Parameter milliseconds: The longest wait; 0 only checks, -1 waits for ever.
    /// - Returns: The number of ready entries; 0 also when a Unix signal interrupted the wait.
    /// - Throws: ``ZeroMQError``: `terminated`, or the kernel's error for a bad descriptor.
    /// - Precondition: Called on the thread of its sockets, none of which is closed.
    @discardableResult
    public func poll(milliseconds: Int) throws(ZeroMQError) -> Int {
        var ready = 0
        for index in entries.indices {
            entries[index].found = []
            guard let socket = entries[index].socket else { continue }
            // The memory of a closed socket is freed, so libzmq could not detect it.
            socket.check()
            let mustAsk = socket.mayBeReadable || entries[index].wanted.contains(.writable)
            if mustAsk, try ask(index) { ready += 1 }
        }
        let deadline = milliseconds > 0 ? ContinuousClock.now + .milliseconds(milliseconds) : nil
        var left = ready > 0 ? 0 : milliseconds
        while true {
            let signalled = polled.withUnsafeMutableBufferPointer {
                Glibc.poll($0.baseAddress, nfds_t($0.count), Int32(clamping: left))
            }
            if signalled < 0 {
                guard errno == EINTR else { throw .last("poll") }
                return ready
            }
            if signalled == 0 { return ready }
            for index in entries.indices where polled[index].revents != 0 && entries[index].found.isEmpty {
                if entries[index].socket == nil {
                    entries[index].found = PollEvents(ofKernel: polled[index].revents)
                    ready += 1
                } else if try ask(index) {
                    ready += 1
                }
            }
            // The news was libzmq's own, such as that of a new connection.
            guard ready == 0, milliseconds != 0 else { return ready }
            if let deadline { left = max(0, Int((deadline - .now) / .milliseconds(1))) }
        }
    }

    /// Asks a socket what it is ready for.
    /// - Returns: True when that was waited for.
    private func ask(_ index: Int) throws(ZeroMQError) -> Bool {
        guard let socket = entries[index].socket, !entries[index].wanted.isEmpty else { return false }
        let found = try socket.readyEvents().intersection(entries[index].wanted)
        entries[index].found = found
        // A message that is not taken is still there at the next call, without news of it.
        socket.mayBeReadable = found.contains(.readable)
        return !found.isEmpty
    }

    /// Returns the events of the last ``poll(milliseconds:)`` at an entry.
    public func events(at index: Int) -> PollEvents { entries[index].found }

    /// Returns true when the last ``poll(milliseconds:)`` found the entry readable, or failed so that a read returns
    /// the reason.
    public func isReadable(at index: Int) -> Bool {
        !events(at: index).isDisjoint(with: [.readable, .failed])
    }
}

@available(*, unavailable, message: "A poller belongs to the thread of its sockets.")
extension Poller: Sendable {}
