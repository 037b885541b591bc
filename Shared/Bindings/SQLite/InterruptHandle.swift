import CSQLite
import Synchronization

/// A handle that interrupts the statements of its connection, from any thread.
public final class InterruptHandle: Sendable {
    /// The address of the open database; 0 once it is closed. The lock keeps it open during the call.
    private let address: Mutex<UInt>

    init(_ database: OpaquePointer) {
        address = Mutex(UInt(bitPattern: database))
    }

    /// Makes the running statements fail with ``SQLiteError/Code/interrupted``. Does nothing without a running
    /// statement or after the connection was closed. `sqlite3_interrupt`
    public func interrupt() {
        address.withLock { address in
            if let database = OpaquePointer(bitPattern: address) { sqlite3_interrupt(database) }
        }
    }

    func disarm() {
        address.withLock { $0 = 0 }
    }
}
