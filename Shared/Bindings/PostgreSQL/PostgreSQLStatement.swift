/// A statement that each connection prepares once and then executes by name. `PQsendPrepare`
///
/// The server parses and plans it once. The types of the parameters are fixed, so that a null in the first execution
/// cannot change them.
public struct PostgreSQLStatement: Sendable {
    /// The name, unique among the statements of a connection; not empty.
    public let name: String
    /// The SQL with placeholders `$1`, `$2`, ...
    public let sql: StaticString
    /// The types of the parameters, in the order of the placeholders.
    public let parameters: [PostgreSQLType]

    /// - Precondition: The name is not empty and has no zero byte.
    public init(_ name: String, _ sql: StaticString, parameters: [PostgreSQLType] = []) {
        precondition(!name.isEmpty && !name.utf8.contains(0), "A prepared statement needs a name.")
        self.name = name
        self.sql = sql
        self.parameters = parameters
    }
}
