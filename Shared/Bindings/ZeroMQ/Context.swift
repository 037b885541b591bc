import CSocketGuard
import CZeroMQ
import Glibc

/// The state of the library: its I/O threads and sockets. A process needs one.
///
/// A context may be shared by threads; its sockets may not. It ends with the last reference to it. Each socket holds
/// one, so a context always outlives its sockets. Unsent messages are then dropped, unless ``SocketOptions/linger`` of
/// a socket requires a wait. `zmq_ctx_new`, `zmq_ctx_term`
public final class Context: Sendable {
    // Safe to share: according to zmq(7) contexts are thread-safe without locks. The pointer never changes and is used
    // only until deinit, when no other reference is left.
    nonisolated(unsafe) let handle: UnsafeMutableRawPointer

    /// Creates a context and installs the guards of its sockets (see `CSocketGuard`).
    /// - Parameters:
    ///   - inputThreads: The number of I/O threads, 1 by default; one handles about a gigabyte per second.
    ///   - maximumSockets: The largest number of open sockets, 1023 by default.
    /// - Precondition: Both are positive, and there is enough memory.
    public init(inputThreads: Int = 1, maximumSockets: Int = 1023) {
        precondition(inputThreads > 0 && maximumSockets > 0, "A ZeroMQ context needs at least one thread and socket.")
        kopilka_socket_guard_install()
        guard let handle = zmq_ctx_new() else {
            preconditionFailure("There is no memory for a ZeroMQ context.")
        }
        self.handle = handle
        set(ZMQ_IO_THREADS, inputThreads)
        set(ZMQ_MAX_SOCKETS, maximumSockets)
        // The default linger becomes zero, so that a process never hangs at its end because of an absent peer.
        set(ZMQ_BLOCKY, 0)
        // A thread with this policy does not preempt others as soon as bytes arrive. Under load it therefore handles
        // many messages at once: a tenth more transfers per second. It makes no difference at rest.
        set(ZMQ_THREAD_SCHED_POLICY, Int(SCHED_BATCH))
    }

    deinit {
        while zmq_ctx_term(handle) != 0 && zmq_errno() == EINTR {}
    }

    private func set(_ option: Int32, _ value: Int) {
        let result = zmq_ctx_set(handle, option, Int32(clamping: value))
        precondition(result == 0, "libzmq refused option \(option) of a context.")
    }
}
