import Glibc

/// A wake-up for a polling thread: a pipe in which one byte is the signal. It closes itself.
///
/// It is a pipe rather than an eventfd, because Swift's Glibc module has no `sys/eventfd.h`. The system calls are the
/// same.
final class WakeUp: Sendable {
    /// The descriptor to poll for reading.
    let descriptor: Int32
    private let wakeUp: Int32

    init() {
        var ends: [Int32] = [-1, -1]
        let status = pipe(&ends)
        precondition(status == 0, "There is no descriptor left for the socket loop: raise RLIMIT_NOFILE.")
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
    func wake() {
        var byte: UInt8 = 1
        // A full pipe is signalled already. Any other error would hang the loop, so it traps.
        while write(wakeUp, &byte, 1) < 0 {
            if errno == EAGAIN { return }
            precondition(errno == EINTR, "The socket loop could not be woken (error \(errno)).")
        }
    }

    /// Clears the signal.
    func hush() {
        var bytes: (UInt64, UInt64) = (0, 0)
        while read(descriptor, &bytes, 16) == 16 {}
    }
}
