import CSocketGuard

/// What the house's guard of sockets does for libpq, which calls `connect` and `recv` of the program, not of the C
/// library: the program exports both for libzmq. It applies to the calling thread, during one call.
enum SocketGuard {
    /// Calls `body`, which may connect to the sockets of other users.
    ///
    /// In a process with ZeroMQ, connect(2) refuses Unix sockets that belong to neither this user nor root. PostgreSQL
    /// has a user of its own, so libpq could not connect to a server on the same machine. The URL names the server, and
    /// its `requirepeer` names the server's user.
    static func connecting<Value>(_ body: () -> Value) -> Value {
        kopilka_connect_guard_pause(true)
        defer { kopilka_connect_guard_pause(false) }
        return body()
    }

    /// Calls `body`, which receives at most `allowance` bytes, and subtracts what it has received.
    ///
    /// libpq makes room for any message that a server announces, up to 2 GiB, and has no limit of its own. At 0 the
    /// connection looks closed by the server.
    static func receiving<Value>(_ allowance: inout Int64, _ body: () -> Value) -> Value {
        kopilka_receive_guard_allow(max(allowance, 0))
        defer {
            allowance = kopilka_receive_guard_allowed()
            kopilka_receive_guard_allow(-1)
        }
        return body()
    }
}
