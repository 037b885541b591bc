import CEpoll
import Glibc

/// A poller of many sockets whose cost grows with the ready ones, not with all. `epoll(7)`
final class ReadySockets {
    private let descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
    private var events: [epoll_event] = []

    deinit { close(descriptor) }

    /// Waits for a socket to be readable from now on; it is told of by its number here, 0 for the first.
    func add(_ socket: Int32) {
        change(EPOLL_CTL_ADD, socket, number: events.count, EPOLLIN.rawValue)
        events.append(epoll_event())
    }

    /// Waits for a socket to be writable as well, or no more.
    func wait(forWriting: Bool, to socket: Int32, number: Int) {
        change(EPOLL_CTL_MOD, socket, number: number, EPOLLIN.rawValue | (forWriting ? EPOLLOUT.rawValue : 0))
    }

    /// Hands the numbers of the sockets that are ready to `body`; waits for one, a minute at most.
    /// - Throws: ``LoadClient/Failure`` when none was.
    func wait(_ body: (_ number: Int, _ isWritable: Bool) throws -> Void) throws {
        let count = epoll_wait(descriptor, &events, Int32(events.count), 60_000)
        guard count > 0 else { throw LoadClient.Failure(description: "no reply came within a minute") }
        for event in events[..<Int(count)] {
            try body(Int(event.data.u32), event.events & EPOLLOUT.rawValue != 0)
        }
    }

    private func change(_ operation: Int32, _ socket: Int32, number: Int, _ wanted: UInt32) {
        var event = epoll_event(events: wanted, data: epoll_data_t(u32: UInt32(number)))
        let result = epoll_ctl(descriptor, operation, socket, &event)
        precondition(result == 0, "The kernel watches no more sockets (error \(errno)).")
    }
}
