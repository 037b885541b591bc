import CPostgreSQL

/// The server's reason for rejecting a statement. `PQresultErrorField`
///
/// It leaves out the server's detail and context, because they quote values of rows.
public struct PostgreSQLRefusal: Equatable, Sendable, CustomStringConvertible {
    /// The five characters of the SQLSTATE: `23505` for a violated unique constraint (PostgreSQL, Appendix A).
    public let sqlState: String
    /// `ERROR`, `FATAL` or `PANIC`, whatever the language of the server.
    public let severity: String
    /// The primary message, in the language of the server.
    public let message: String
    /// The name of the violated constraint; nil without one.
    public let constraint: String?

    public init(sqlState: String, severity: String, message: String, constraint: String?) {
        self.sqlState = sqlState
        self.severity = severity
        self.message = message
        self.constraint = constraint
    }

    /// True when the server itself may not know whether the statement took effect.
    ///
    /// 40003 says so literally; CockroachDB uses it for ambiguous commits. Classes 08 (connection), 58 (system) and XX
    /// (internal), and 57P (the server stops), may come from a proxy or a distributed server that lost sight of the
    /// commit. PostgreSQL alone rolls back after an `ERROR` of these classes, too; asking once more costs little.
    public var leavesDoubt: Bool {
        severity != "ERROR" || sqlState == "40003"
            || ["08", "57P", "58", "XX"].contains { sqlState.hasPrefix($0) }
    }

    /// `ERROR 23505: duplicate key value violates unique constraint "commits_pkey"`
    public var description: String { "\(severity) \(sqlState): \(message)" }

    /// Reads the fields of an error; nil when libpq itself created the error.
    init?(of result: OpaquePointer, _ text: ServerText) {
        guard let sqlState = text.field(kopilka_pq_sqlstate, of: result) else { return nil }
        self.init(
            sqlState: sqlState,
            severity: text.field(kopilka_pq_severity_in_english, of: result)
                ?? text.field(kopilka_pq_severity, of: result) ?? "ERROR",
            message: text.field(kopilka_pq_message, of: result) ?? "",
            constraint: text.field(kopilka_pq_constraint, of: result))
    }
}
