/// The reason why a statement has no result, or why there is no connection.
///
/// No error contains a URL, a password or the value of a parameter. A server may quote a value in its own message;
/// passwords are removed from these messages.
public enum PostgreSQLError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The library is not installed, or does not work.
    case unavailable(String)
    /// The URL is invalid. The text says why and does not quote the URL, because any part of it may belong to a
    /// password.
    case badURL(String)
    /// No host accepted the connection; one fault for each attempt, in their order.
    case notConnected([PostgreSQLHostFault])
    /// The connection is closed: by ``PostgreSQLConnection/close()`` or because of an earlier error.
    case closed
    /// The server or the network ended the connection. `wasSent` tells whether the server may have read the statement.
    /// The SQLSTATE is that of the server's last message, nil without one.
    case connectionLost(message: String, sqlState: String?, wasSent: Bool)
    /// The deadline has passed. The connection is closed if the statement was sent, and remains usable otherwise.
    case timedOut(wasSent: Bool)
    /// The server rejected the statement. The connection remains usable.
    case refused(PostgreSQLRefusal)
    /// The parameter with this number, from 1, cannot be sent. Nothing was sent.
    case badParameter(Int, String)
    /// The result exceeds a limit of ``PostgreSQLLimits``. The connection is closed.
    case tooLarge(String)
    /// The server's answer is not one that a statement can have. The connection is closed.
    case badAnswer(String)
    /// The column of a received row does not have the expected type or value.
    case badValue(column: String, String)

    /// True when it is unknown whether the statement took effect; false when it certainly did not.
    ///
    /// PostgreSQL sends the end of a statement before it commits and confirms the commit separately (`ReadyForQuery`).
    /// Everything that goes wrong between sending a statement and that confirmation therefore leaves a doubt, even if
    /// rows have already arrived.
    ///
    /// An `ERROR` from the server is certain: it rolled the statement back. Exceptions are the codes of
    /// ``PostgreSQLRefusal/leavesDoubt``. ``badValue(column:_:)`` concerns the rows of a statement that took effect,
    /// which is no doubt.
    ///
    /// The property speaks about a statement that is its own transaction. In a transaction of several statements, a
    /// doubt about one that is not `COMMIT` means at most that the server has not rolled back yet.
    public var isInDoubt: Bool {
        switch self {
        case .unavailable, .badURL, .notConnected, .closed, .badParameter, .badValue: false
        case .connectionLost(_, _, let wasSent), .timedOut(let wasSent): wasSent
        case .refused(let refusal): refusal.leavesDoubt
        case .tooLarge, .badAnswer: true
        }
    }

    /// The SQLSTATE of the server's message; nil without one.
    public var sqlState: String? {
        switch self {
        case .refused(let refusal): refusal.sqlState
        case .connectionLost(_, let sqlState, _): sqlState
        default: nil
        }
    }

    /// One line for people and logs.
    public var description: String {
        switch self {
        case .unavailable(let reason): reason
        case .badURL(let reason): "The URL of PostgreSQL is invalid: \(reason)"
        case .notConnected(let faults):
            "No connection to PostgreSQL: " + faults.map(\.description).joined(separator: "; ")
        case .closed: "The connection to PostgreSQL is closed."
        case .connectionLost(let message, let sqlState, let wasSent):
            "The connection to PostgreSQL was lost \(wasSent ? "during" : "before") the statement: \(message)"
                + (sqlState.map { " (\($0))" } ?? "")
        case .timedOut(let wasSent):
            wasSent ? "PostgreSQL did not answer in time." : "The deadline passed before the statement was sent."
        case .refused(let refusal): refusal.description
        case .badParameter(let number, let reason): "Parameter \(number) cannot be sent: \(reason)"
        case .tooLarge(let reason): "PostgreSQL's answer is too large: \(reason)"
        case .badAnswer(let reason): "PostgreSQL's answer is invalid: \(reason)"
        case .badValue(let column, let reason): "Column \(column) of PostgreSQL's answer is invalid: \(reason)"
        }
    }
}
