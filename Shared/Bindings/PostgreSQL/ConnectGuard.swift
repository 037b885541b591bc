import CSocketGuard

/// The exemption of libpq from the house's guard of connections.
///
/// In a process with ZeroMQ, connect(2) refuses Unix sockets that belong to neither this user nor root. PostgreSQL has
/// a user of its own, so libpq could not connect to a server on the same machine. The URL names the server, and its
/// `requirepeer` names the server's user.
enum ConnectGuard {
    /// Calls `body`, which may connect to the sockets of other users on this thread.
    static func paused<Value>(_ body: () -> Value) -> Value {
        kopilka_connect_guard_pause(true)
        defer { kopilka_connect_guard_pause(false) }
        return body()
    }
}
