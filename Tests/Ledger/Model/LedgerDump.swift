import Storage

@testable import LedgerService

/// All that the log says and all that follows from it, byte for byte. Balances are not among it: the table of them is
/// written now and then, and memory has the rest.
struct LedgerDump: Equatable {
    private var tables: [String: [String]] = [:]

    init(_ path: String) throws {
        tables = try Connection.withConnection(path: path, options: .reader) { connection in
            var tables: [String: [String]] = [:]
            for table in [
                "accounts", "account_changes", "transfers", "open_holds", "landmarks", "imported_rows", "imports",
            ] {
                let columns = try Self.columns(of: table, connection)
                let row = columns.map { "quote(\($0))" }.joined(separator: " || ',' || ")
                let statement = try connection.statement(dynamic: "SELECT \(row) FROM \(table) ORDER BY 1")
                while try statement.step() { tables[table, default: []].append(statement.row.text(at: 0)) }
            }
            return tables
        }
    }

    private static func columns(of table: String, _ connection: Connection) throws -> [String] {
        var columns: [String] = []
        let statement = try connection.statement(dynamic: "SELECT name FROM pragma_table_info('\(table)')")
        while try statement.step() { columns.append(statement.row.text(at: 0)) }
        return columns
    }
}
