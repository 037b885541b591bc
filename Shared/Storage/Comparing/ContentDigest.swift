/// What a database has at one commit, in a few bytes: two copies with equal digests have the same content.
public struct ContentDigest: Sendable, Hashable, Codable {
    /// A table. An FTS5 table stands for its index: which words are where.
    public struct Table: Sendable, Hashable, Codable {
        /// Its name.
        public let name: String
        /// The number of its rows; of an FTS5 table, of the words in it.
        public let rows: Int64
        /// BLAKE2b-256 of its columns and rows, in Base64URL.
        public let digest: String

        /// Creates the digest of a table.
        public init(name: String, rows: Int64, digest: String) {
            self.name = name
            self.rows = rows
            self.digest = digest
        }
    }

    /// How digests are made. Those of different forms cannot be compared.
    public static let form = 1

    /// BLAKE2b-256 of the schema, in Base64URL.
    public let schema: String
    /// The tables by name.
    public let tables: [Table]

    /// Creates a digest.
    public init(schema: String, tables: [Table]) {
        self.schema = schema
        self.tables = tables
    }

    /// Returns the names of the tables that differ or that only one has; ``schemaName`` when the schema differs. Empty
    /// when all is equal.
    public func differences(from other: ContentDigest) -> [String] {
        let (own, others) = (Set(tables), Set(other.tables))
        let names = Set(own.symmetricDifference(others).map(\.name))
        return (schema == other.schema ? [] : [Self.schemaName]) + names.sorted()
    }

    /// Stands for the schema among names of tables. No table has it: SQLite reserves names that begin with `sqlite_`.
    public static let schemaName = "sqlite_schema"
}

/// The difference between a copy and the leader's database.
public struct ContentDifference: Sendable, Equatable {
    /// The number of the commit at which both were compared.
    public let number: Int64
    /// The tables, as ``ContentDigest/differences(from:)`` names them; at least one.
    public let tables: [String]

    /// Creates a difference.
    public init(number: Int64, tables: [String]) {
        self.number = number
        self.tables = tables
    }
}

/// The reason why the content of a database cannot be compared.
public enum ContentError: Error, Sendable, Equatable, CustomStringConvertible {
    /// So many changes came meanwhile that SQLite's own log grew too long, in bytes.
    case tooManyChanges(logBytes: Int64)
    /// A virtual table of a kind whose content is not known.
    case unknownKind(table: String)

    public var description: String {
        switch self {
        case .tooManyChanges(let bytes):
            "The database's write-ahead log grew by \(bytes) bytes during the comparison; it is tried again later."
        case .unknownKind(let table): "The content of the virtual table \(table) cannot be compared."
        }
    }
}
