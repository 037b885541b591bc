import CPostgreSQL
import Glibc

extension PostgreSQLConnection {
    /// Sends a statement and receives everything that belongs to it.
    ///
    /// - Parameters:
    ///   - hasRows: False for the preparation of a statement, which never has rows.
    ///   - send: Passes the statement to libpq and returns 1 when libpq has accepted it.
    func run(
        until deadline: ContinuousClock.Instant, hasRows: Bool = true,
        _ send: (UnsafePointer<kopilka_pq>, OpaquePointer) -> Int32
    ) throws(PostgreSQLError) -> PostgreSQLRows {
        guard let handle else { throw .closed }
        collector.removeAll()
        allowance = limits.allowance
        try noticeEnd(handle)
        guard ContinuousClock.now < deadline else { throw .timedOut(wasSent: false) }
        guard SocketGuard.receiving(&allowance, { send(pq, handle) }) == 1 else {
            // While the connection stands, libpq has refused the statement before any of it left.
            throw lost(handle, nil, wasSent: kopilka_PQstatus(pq, handle) != CONNECTION_OK)
        }
        // libpq refuses the mode for a preparation.
        guard !hasRows || kopilka_PQsetSingleRowMode(pq, handle) == 1 else { throw lost(handle, nil, wasSent: true) }
        do {
            return try receive(handle, until: deadline)
        } catch .refused(let refusal) {
            throw .refused(refusal)
        } catch {
            close()
            throw error
        }
    }

    /// Finds out whether the server ended the idle connection, while that leaves no doubt.
    ///
    /// libpq reads the server's reason first and the end of the stream only when it reads once more.
    private func noticeEnd(_ handle: OpaquePointer) throws(PostgreSQLError) {
        // A deadline of now does not wait.
        while SocketWait.untilReady(kopilka_PQsocket(pq, handle), for: POLLIN, .now) != nil {
            guard consume(handle), kopilka_PQisBusy(pq, handle) == 0 else {
                throw lost(handle, nil, wasSent: false)
            }
            dropNotifications(handle)
        }
        // The end of the stream may still be on its way.
        guard lastWords == nil else { throw lost(handle, nil, wasSent: false) }
    }

    /// Receives results until the server is ready for the next statement.
    ///
    /// The end of the statement (`CommandComplete`) is not its success: PostgreSQL commits afterwards, and an error or
    /// a warning of the commit is one more message. Only `ReadyForQuery`, after which libpq has no more results, says
    /// that the statement took effect.
    private func receive(
        _ handle: OpaquePointer, until deadline: ContinuousClock.Instant
    ) throws(PostgreSQLError) -> PostgreSQLRows {
        var reader = RowReader(pq, limits)
        var refusal: PostgreSQLRefusal?
        var otherResults = 0
        while true {
            try waitForResult(handle, until: deadline)
            guard let result = kopilka_PQgetResult(pq, handle) else { break }
            defer { kopilka_PQclear(pq, result) }
            switch kopilka_PQresultStatus(pq, result) {
            case PGRES_SINGLE_TUPLE:
                try reader.take(result, text)
                continue
            case PGRES_TUPLES_OK:
                try reader.take(result, text)
                reader.takeEnd(result)
            case PGRES_COMMAND_OK: reader.takeEnd(result)
            case PGRES_EMPTY_QUERY: break
            case PGRES_FATAL_ERROR, PGRES_NONFATAL_ERROR, PGRES_BAD_RESPONSE:
                guard let found = PostgreSQLRefusal(of: result, text) else {
                    throw lost(handle, refusal, wasSent: true)
                }
                refusal = refusal ?? found
            default: throw .badAnswer("It begins a copy, which a statement cannot have.")
            }
            otherResults += 1
            guard otherResults <= PostgreSQLLimits.otherResults else { throw .badAnswer("It has too many parts.") }
        }
        dropNotifications(handle)
        if let refusal {
            // `FATAL` ends the session; the statement may have been before or after its commit.
            guard refusal.severity == "ERROR" else { throw lost(handle, refusal, wasSent: true) }
            throw .refused(refusal)
        }
        guard kopilka_PQstatus(pq, handle) == CONNECTION_OK else { throw lost(handle, nil, wasSent: true) }
        return reader.finish(collector)
    }

    /// Waits until `PQgetResult` does not block: sends the rest of the statement and reads what arrives.
    private func waitForResult(
        _ handle: OpaquePointer, until deadline: ContinuousClock.Instant
    ) throws(PostgreSQLError) {
        while true {
            let unsent = SocketGuard.receiving(&allowance) { kopilka_PQflush(pq, handle) }
            if kopilka_PQisBusy(pq, handle) == 0 { return }
            guard unsent >= 0 else { return try requireEnd(handle) }
            let events = unsent > 0 ? POLLIN | POLLOUT : POLLIN
            guard let ready = SocketWait.untilReady(kopilka_PQsocket(pq, handle), for: Int32(events), deadline) else {
                throw .timedOut(wasSent: true)
            }
            guard ready & Int32(POLLOUT) != Int32(ready) else { continue }
            guard consume(handle) else { return try requireEnd(handle) }
        }
    }

    /// Lets `PQgetResult` report a failure with the server's reason, which may have arrived before it.
    ///
    /// libpq closes the socket of a lost connection. With an open socket, as after a lack of memory, it would wait.
    private func requireEnd(_ handle: OpaquePointer) throws(PostgreSQLError) {
        guard kopilka_PQsocket(pq, handle) < 0, allowance > 0 else { throw lost(handle, nil, wasSent: true) }
    }

    /// Reads what has arrived, as far as it is allowed.
    private func consume(_ handle: OpaquePointer) -> Bool {
        SocketGuard.receiving(&allowance) { kopilka_PQconsumeInput(pq, handle) } == 1
    }

    /// Frees the notifications (`NOTIFY`), which libpq collects and nobody reads here.
    private func dropNotifications(_ handle: OpaquePointer) {
        while let notification = kopilka_PQnotifies(pq, handle) { kopilka_PQfreemem(pq, notification) }
    }

    /// The reason of a server that stops: libpq makes it a notice while no statement runs.
    private var lastWords: PostgreSQLNotice? {
        collector.notices.last { ["FATAL", "PANIC"].contains($0.severity) }
    }

    /// Closes the connection and returns its error, with the server's own reason if it gave one.
    private func lost(_ handle: OpaquePointer, _ refusal: PostgreSQLRefusal?, wasSent: Bool) -> PostgreSQLError {
        defer { close() }
        guard allowance > 0 else { return .tooLarge("More than \(limits.bytes) bytes arrived.") }
        return .connectionLost(
            message: refusal?.message ?? lastWords?.message ?? text.lastError,
            sqlState: refusal?.sqlState ?? lastWords?.sqlState, wasSent: wasSent)
    }
}
