import SQLite
import Sodium

/// Makes the digest of a database from its rows, of which it holds one at a time.
///
/// Left out is what belongs to one copy: tables of SQLite, of the commit log, and those in which FTS5 keeps its index,
/// which depend on when it flushed. The index itself is compared, word by word.
struct ContentDigester {
    /// The tables that say how far a copy is in its log. They differ between copies.
    private static let local: Set<String> = ["commit_log_head", "commit_log_difference"]
    private static let bufferBytes = 64 << 10

    let connection: Connection
    /// Called between some rows; may wait, and throws to give up.
    let pause: () throws -> Void

    /// Reads the whole content within the open transaction.
    ///
    /// - Throws: ``ContentError``, ``SQLiteError``, what `pause` throws.
    func digest() throws -> ContentDigest {
        let entries = try connection.all(
            "SELECT name, type, wr FROM pragma_table_list WHERE schema = 'main' ORDER BY name"
        ) { (name: String, type: String, isWithoutRowID: Bool) in
            (name: name, type: type, isWithoutRowID: isWithoutRowID)
        }.filter { !$0.name.hasPrefix("sqlite_") && !Self.local.contains($0.name) }
        let shadows = Set(entries.filter { $0.type == "shadow" }.map(\.name))
        var tables: [ContentDigest.Table] = []
        for entry in entries {
            switch entry.type {
            case "table": tables.append(try table(entry.name, isWithoutRowID: entry.isWithoutRowID))
            case "virtual":
                guard try isFullText(entry.name) else { continue }
                tables.append(try fullText(entry.name))
                let content = "\(entry.name)_content"
                if shadows.contains(content) { tables.append(try table(content, isWithoutRowID: false)) }
            default: break
            }
        }
        return ContentDigest(schema: try schema(without: shadows), tables: tables.sorted { $0.name < $1.name })
    }

    /// The kinds of virtual tables: FTS5 has content, and fts5vocab shows that of another table.
    private func isFullText(_ name: String) throws -> Bool {
        let sql: String = try connection.first("SELECT sql FROM sqlite_schema WHERE name = ?", name) ?? ""
        let words = sql.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "_" }
        switch words.drop(while: { $0 != "using" }).dropFirst().first {
        case "fts5": return true
        case "fts5vocab": return false
        default: throw ContentError.unknownKind(table: name)
        }
    }

    private func schema(without shadows: Set<String>) throws -> String {
        var hash = RunningBLAKE2b()
        var bytes: [UInt8] = []
        let statement = try connection.statement(
            dynamic: """
                SELECT 'user_version', user_version, NULL, NULL FROM pragma_user_version
                UNION ALL SELECT * FROM (SELECT name, type, tbl_name, sql FROM sqlite_schema ORDER BY name, type)
                """)
        while try statement.step() {
            let name = statement.row.text(at: 0)
            let owner = statement.row.isNull(at: 2) ? "" : statement.row.text(at: 2)
            guard !name.hasPrefix("sqlite_"), !Self.local.contains(owner), !shadows.contains(owner) else { continue }
            statement.row.appendValues(to: &bytes)
        }
        hash.update(bytes)
        return Base64URL.encode(hash.finish())
    }

    /// Rows come in the order of the primary key, or of their numbers where there is none: SQLite need not sort them.
    private func table(_ name: String, isWithoutRowID: Bool) throws -> ContentDigest.Table {
        let keys: [String] = try connection.all("SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk", name)
        let order = keys.map(Self.quoted) + (isWithoutRowID ? [] : ["rowid"])
        return try rows(
            name, "SELECT * FROM main.\(Self.quoted(name)) ORDER BY \(order.joined(separator: ", "))")
    }

    /// The index of an FTS5 table: each word with the row, the column and the place where it is.
    private func fullText(_ name: String) throws -> ContentDigest.Table {
        let text = "'" + name.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
        try connection.execute("CREATE VIRTUAL TABLE temp.compared_words USING fts5vocab ('main', \(text), 'instance')")
        defer { try? connection.execute("DROP TABLE temp.compared_words") }
        return try rows(name, "SELECT * FROM temp.compared_words")
    }

    private func rows(_ name: String, _ sql: String) throws -> ContentDigest.Table {
        var hash = RunningBLAKE2b()
        var bytes: [UInt8] = []
        bytes.reserveCapacity(2 * Self.bufferBytes)
        var count: Int64 = 0
        let statement = try connection.statement(dynamic: sql)
        while try statement.step() {
            // All rows have as many columns, which the schema names.
            statement.row.appendValues(to: &bytes)
            count += 1
            guard bytes.count >= Self.bufferBytes else { continue }
            hash.update(bytes)
            bytes.removeAll(keepingCapacity: bytes.count <= 2 * Self.bufferBytes)
            try pause()
        }
        hash.update(bytes)
        return ContentDigest.Table(name: name, rows: count, digest: Base64URL.encode(hash.finish()))
    }

    private static func quoted(_ name: String) -> String {
        "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }
}
