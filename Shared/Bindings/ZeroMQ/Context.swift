import CSocketGuard
import CZeroMQ
import Glibc

/// The library's state: one I/O thread and the sockets made in it. A process needs one.
///
/// A context may be shared by threads; the sockets made in it may not. It ends when the last reference to it is
/// gone; each socket holds one, so it always outlives its sockets. Unsent messages are dropped then, unless a
/// socket's ``SocketOptions/linger`` says to wait.
/// `zmq_ctx_new`, `zmq_ctx_term`
public final class Context: Sendable {
    // Safe to share: zmq(7) says contexts are thread safe without locks, the pointer never changes, and it is
    // used until deinit only, when no other reference is left.
    nonisolated(unsafe) let handle: UnsafeMutableRawPointer

    /// Makes a context and puts the guards of its sockets in place (see `CSocketGuard`).
    /// - Parameters:
    ///   - inputThreads: I/O threads, 1 by default; one serves about a gigabyte a second.
    ///   - maximumSockets: how many sockets may be open at once, 1023 by default.
    /// - Precondition: Both are positive, and there is memory.
    public init(inputThreads: Int = 1, maximumSockets: Int = 1023) {
        precondition(inputThreads > 0 && maximumSockets > 0, "A ZeroMQ context needs at least one thread and socket.")
        kopilka_socket_guard_install()
        guard let handle = zmq_ctx_new() else {
            preconditionFailure("There is no memory for a ZeroMQ context.")
        }
        self.handle = handle
        set(ZMQ_IO_THREADS, inputThreads)
        set(ZMQ_MAX_SOCKETS, maximumSockets)
        // Makes zero the default linger, so that ending a process never hangs on an absent peer.
        set(ZMQ_BLOCKY, 0)
        // A thread of this policy does not take the core from another at once when bytes come for it, so that under load it
        // finds many messages where it would have found one: a tenth more transfers a second. It does not matter at rest.
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
