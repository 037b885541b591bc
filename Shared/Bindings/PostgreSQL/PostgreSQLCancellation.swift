import CPostgreSQL
import Synchronization

/// The means to cancel the running statement of a connection, from any thread, also after the connection was closed.
///
/// A cancellation is best effort: the request goes over a second connection without TLS, may come too late, and has no
/// answer. The statement, if it was still running, fails with SQLSTATE 57014.
///
/// A statement that waits for a synchronous standby has already committed locally. A cancellation ends only the wait:
/// the statement succeeds with a warning, and its rows become visible although no standby has them. Therefore nothing
/// here cancels a statement on its own, not even after a missed deadline.
public final class PostgreSQLCancellation: Sendable {
    /// The address of the `PGcancel`. The lock lets one thread at a time use it.
    private let address: Mutex<UInt>

    /// - Throws: ``PostgreSQLError`` `closed` or `unavailable`.
    init(_ connection: OpaquePointer) throws(PostgreSQLError) {
        guard let pointer = kopilka_PQgetCancel(try PostgreSQLLibrary.functions(), connection) else { throw .closed }
        address = Mutex(UInt(bitPattern: pointer))
    }

    deinit {
        // It exists, because `init` loaded it.
        guard let pq = try? PostgreSQLLibrary.functions() else { return }
        address.withLock { kopilka_PQfreeCancel(pq, OpaquePointer(bitPattern: $0)) }
    }

    /// Sends the request and returns without waiting for it. `PQcancel`
    ///
    /// `PQcancel` blocks until the server has closed the second connection, so a thread makes the call. An unreachable
    /// host keeps that thread until `tcp_user_timeout`.
    /// - Returns: False when the system has no more threads.
    @discardableResult
    public func request() -> Bool {
        DetachedThread.start { [self] in
            guard let pq = try? PostgreSQLLibrary.functions() else { return }
            var message = [CChar](repeating: 0, count: 256)
            _ = address.withLock { address in
                SocketGuard.connecting {
                    kopilka_PQcancel(pq, OpaquePointer(bitPattern: address), &message, Int32(message.count))
                }
            }
        }
    }
}
