import Glibc

/// Wakes a thread that polls: a pipe of which one byte is the bell. Closes itself.
///
/// A pipe and not an eventfd, because Swift's Glibc module has no `sys/eventfd.h`; the cost is the same system calls.
final class WakeUp: Sendable {
    /// To be polled for reading.
    let descriptor: Int32
    private let bell: Int32

    init() {
        var ends: [Int32] = [-1, -1]
        let status = pipe(&ends)
        precondition(status == 0, "There is no descriptor left for the socket loop: raise RLIMIT_NOFILE.")
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        (descriptor, bell) = (ends[0], ends[1])
    }

    deinit {
        close(descriptor)
        close(bell)
    }

    /// Makes the descriptor readable. From any thread.
    func ring() {
        var byte: UInt8 = 1
        // A full pipe is a bell that rings already; anything else would be a hang, so it must not pass.
        while write(bell, &byte, 1) < 0 {
            if errno == EAGAIN { return }
            precondition(errno == EINTR, "The socket loop could not be woken (error \(errno)).")
        }
    }

    /// Makes the descriptor quiet again.
    func hush() {
        var bytes: (UInt64, UInt64) = (0, 0)
        while read(descriptor, &bytes, 16) == 16 {}
    }
}
