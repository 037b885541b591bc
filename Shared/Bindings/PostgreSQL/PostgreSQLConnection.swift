import CPostgreSQL

/// A connection to a PostgreSQL server that accepts writes, for one blocking thread.
///
/// Every call has a deadline. After a lost connection, a missed deadline or an invalid answer the connection is closed,
/// because the state of the server is unknown; ``PostgreSQLError/isInDoubt`` tells whether the statement may have taken
/// effect. Open another one to continue. A refused statement leaves the connection usable.
///
/// libpq has no locks for a connection. The compiler proves that one thread uses it at a time, because the class is not
/// `Sendable`. `PGconn`
public final class PostgreSQLConnection {
    /// The host that accepted the connection.
    public let host: PostgreSQLHost
    /// The bounds of each result.
    public var limits: PostgreSQLLimits

    let pq: UnsafePointer<kopilka_pq>
    let text: ServerText
    /// libpq has a pointer to it, see there.
    let collector: NoticeCollector
    /// nil once closed.
    private(set) var handle: OpaquePointer?
    /// The SQL of the prepared statements, by name.
    private var prepared: [String: StaticString] = [:]
    /// The bytes that may still arrive for the statement, or for the connection that is being made.
    var allowance: Int64 = 0

    /// Takes over a connection that libpq has begun to make; it is closed even when the initialiser of a caller fails.
    init(adopting handle: OpaquePointer, of host: PostgreSQLHost, _ pq: UnsafePointer<kopilka_pq>) {
        self.host = host
        self.pq = pq
        self.handle = handle
        limits = PostgreSQLLimits()
        allowance = limits.allowance
        text = ServerText(pq, handle)
        collector = NoticeCollector(pq, handle, text)
    }

    deinit { close() }

    /// Ends the connection and does not wait. Closing again does nothing. The server finishes a running statement.
    /// `PQfinish`
    public func close() {
        guard let handle else { return }
        self.handle = nil
        kopilka_PQfinish(pq, handle)
    }

    /// False after ``close()`` and after an error that closed the connection.
    public var isOpen: Bool { handle != nil }

    /// True inside a transaction that `BEGIN` opened, also after it failed. `PQtransactionStatus`
    public var isInTransaction: Bool {
        guard let handle else { return false }
        let status = kopilka_PQtransactionStatus(pq, handle)
        return status == PQTRANS_INTRANS || status == PQTRANS_INERROR
    }

    /// The process id of the server's session; 0 once closed. `PQbackendPID`
    public var serverProcess: Int32 { handle.map { kopilka_PQbackendPID(pq, $0) } ?? 0 }

    /// The version of the server, such as 150018 for 15.18; 0 once closed. `PQserverVersion`
    public var serverVersion: Int { handle.map { Int(kopilka_PQserverVersion(pq, $0)) } ?? 0 }

    /// True when TLS protects the connection. `PQsslInUse`
    public var isEncrypted: Bool { handle.map { kopilka_PQsslInUse(pq, $0) == 1 } ?? false }

    /// The notices that arrived since the last statement began, also when it failed; at most 100.
    public var notices: [PostgreSQLNotice] { collector.notices }

    /// Returns the means to cancel statements of this connection from another thread. `PQgetCancel`
    /// - Throws: ``PostgreSQLError`` `closed`.
    public func cancellation() throws(PostgreSQLError) -> PostgreSQLCancellation {
        guard let handle else { throw .closed }
        return try PostgreSQLCancellation(handle)
    }

    /// Executes one statement in one round trip. `PQsendQueryParams`
    ///
    /// - Parameters:
    ///   - sql: One statement with placeholders `$1`, `$2`, ...
    ///   - parameters: Their values, in order.
    ///   - limit: The time for everything, including the confirmation of the commit.
    /// - Returns: The rows. The statement has taken effect, and the server has confirmed it.
    /// - Throws: ``PostgreSQLError``: `closed`, `badParameter`, `refused`, `timedOut`, `connectionLost`, `tooLarge`,
    ///   `badAnswer`.
    @discardableResult
    public func execute(
        _ sql: StaticString, _ parameters: [PostgreSQLValue] = [], within limit: Duration
    ) throws(PostgreSQLError) -> PostgreSQLRows {
        let arguments = try Arguments(parameters)
        return try run(until: .now + limit) { pq, handle in
            arguments.withPointers {
                // The literal ends with a zero byte.
                kopilka_PQsendQueryParams(
                    pq, handle, Self.cString(sql), arguments.count, arguments.types, $0.values, $0.lengths, $0.formats,
                    1)
            }
        }
    }

    /// Executes a prepared statement in one round trip; the first time, another one prepares it. `PQsendQueryPrepared`
    ///
    /// - Throws: As ``execute(_:_:within:)``. A refusal by the preparation is thrown, too.
    /// - Precondition: All statements with one name have the same SQL.
    @discardableResult
    public func execute(
        _ statement: PostgreSQLStatement, _ parameters: [PostgreSQLValue] = [], within limit: Duration
    ) throws(PostgreSQLError) -> PostgreSQLRows {
        let deadline = ContinuousClock.now + limit
        let arguments = try Arguments(parameters, expected: statement.parameters)
        try prepare(statement, until: deadline)
        return try run(until: deadline) { pq, handle in
            arguments.withPointers {
                kopilka_PQsendQueryPrepared(
                    pq, handle, statement.name, arguments.count, $0.values, $0.lengths, $0.formats, 1)
            }
        }
    }

    private func prepare(
        _ statement: PostgreSQLStatement, until deadline: ContinuousClock.Instant
    ) throws(PostgreSQLError) {
        if let known = prepared[statement.name] {
            precondition(
                known.utf8Start == statement.sql.utf8Start || known.description == statement.sql.description,
                "Two prepared statements are named \(statement.name).")
            return
        }
        do {
            _ = try run(until: deadline, hasRows: false) { pq, handle in
                kopilka_PQsendPrepare(
                    pq, handle, statement.name, Self.cString(statement.sql), Int32(statement.parameters.count),
                    statement.parameters.map(\.rawValue))
            }
        } catch .connectionLost(let message, let sqlState, _) {
            // The statement itself was not sent, and a preparation changes nothing.
            throw .connectionLost(message: message, sqlState: sqlState, wasSent: false)
        } catch .timedOut {
            throw .timedOut(wasSent: false)
        } catch {
            throw error
        }
        prepared[statement.name] = statement.sql
    }

    private static func cString(_ sql: StaticString) -> UnsafePointer<CChar> {
        UnsafeRawPointer(sql.utf8Start).assumingMemoryBound(to: CChar.self)
    }
}

@available(*, unavailable, message: "A connection to PostgreSQL is used by one thread at a time.")
extension PostgreSQLConnection: Sendable {}
