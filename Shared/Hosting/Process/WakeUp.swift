import Glibc

/// A wake-up for a polling thread: a pipe in which one byte is the signal. It closes itself.
///
/// It is a pipe rather than an eventfd, because Swift's Glibc module has no `sys/eventfd.h`. The system calls are the
/// same.
public final class WakeUp: Sendable {
    /// The descriptor to poll for reading.
    public let descriptor: Int32
    private let wakeUp: Int32

    /// Creates a wake-up that is not pending.
    public init() {
        var ends: [Int32] = [-1, -1]
        let status = pipe(&ends)
        precondition(status == 0, "There is no descriptor left: raise RLIMIT_NOFILE.")
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        (descriptor, wakeUp) = (ends[0], ends[1])
    }

    deinit {
        close(descriptor)
        close(wakeUp)
    }

    /// Makes the descriptor readable. Callable from any thread.
    public func wake() {
        var byte: UInt8 = 1
        // A full pipe is signalled already. Any other error would hang the thread, so it traps.
        while write(wakeUp, &byte, 1) < 0 {
            if errno == EAGAIN { return }
            precondition(errno == EINTR, "A thread could not be woken (error \(errno)).")
        }
    }

    /// Clears the signal.
    public func hush() {
        var bytes: (UInt64, UInt64) = (0, 0)
        while read(descriptor, &bytes, 16) == 16 {}
    }

    /// Blocks the thread until `wake` is called, at most `limit` by a clock that nobody sets. `poll(2)`
    public func wait(atMost limit: Duration) {
        var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        let (seconds, attoseconds) = max(.zero, limit).components
        // Rounded up: a wait of less than a millisecond must not spin.
        let milliseconds = seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
        poll(&polled, 1, Int32(clamping: milliseconds))
        hush()
    }
}
