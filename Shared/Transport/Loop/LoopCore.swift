import ZeroMQ

/// The state owned by the thread of a ``SocketLoop``: the context, the poller, the readers of sockets, the timers.
final class LoopCore {
    private(set) var context: Context?
    let poller = Poller()
    /// Decides who may connect to CURVE sockets; nil while there are none.
    var admission: ZAPHandler?
    private var readers: [Reader] = []
    private var timers = TimerQueue()
    private let clock = ContinuousClock()

    private struct Reader {
        let socket: Socket
        let isReadable: @Sendable () -> Void
    }

    init(context: Context) { self.context = context }

    /// Calls `isReadable` whenever `socket` has something to read.
    func watch(_ socket: Socket, isReadable: @escaping @Sendable () -> Void) {
        readers.append(Reader(socket: socket, isReadable: isReadable))
        poller.add(socket)
    }

    /// Stops or resumes polling `socket`.
    func pause(_ socket: ObjectIdentifier, _ isPaused: Bool) {
        guard let index = readers.firstIndex(where: { ObjectIdentifier($0.socket) == socket }) else { return }
        poller.wait(for: isPaused ? [] : .readable, at: index + 1)
    }

    /// Stops watching `socket` and closes it.
    func close(_ socket: Socket, wakeDescriptor: Int32) {
        readers.removeAll { $0.socket === socket }
        poller.removeAll()
        poller.add(fileDescriptor: wakeDescriptor)
        for reader in readers { poller.add(reader.socket) }
        socket.close()
    }

    /// Calls `body` once, `delay` from now.
    /// - Returns: The id that cancels the timer.
    @discardableResult
    func schedule(after delay: Duration, _ body: @escaping @Sendable () -> Void) -> TimerID {
        timers.add(at: clock.now.advanced(by: delay), body)
    }

    func cancel(_ timer: TimerID) { timers.remove(timer) }

    var millisecondsToNextTimer: Int {
        guard let next = timers.next else { return -1 }
        // Rounded up: an early wake-up would only mean another poll.
        return max(0, Int((next - clock.now) / .milliseconds(1)) + 1)
    }

    func fireTimers() {
        guard timers.next != nil else { return }
        for body in timers.takeDue(at: clock.now) { body() }
    }

    func poll(milliseconds: Int) throws(ZeroMQError) { try poller.poll(milliseconds: milliseconds) }

    func serveReadySockets() {
        // Entry 0 is the wake-up pipe. The ready sockets are collected first, because readers may open or close
        // sockets.
        let ready = readers.indices.filter { poller.isReadable(at: $0 + 1) }.map { readers[$0] }
        for reader in ready where !reader.socket.isClosed { reader.isReadable() }
    }

    func close() {
        for reader in readers { reader.socket.close() }
        readers = []
        admission = nil
        poller.removeAll()
        // The last reference. Terminating the context waits up to a second until sent messages have reached the kernel.
        context = nil
    }
}
