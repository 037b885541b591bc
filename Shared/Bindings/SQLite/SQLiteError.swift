import CPageChecksums
import CSQLite

/// An error of SQLite with its SQL, never with the bound values.
///
/// Errors with equal codes are equal.
public struct SQLiteError: Error, Equatable, Sendable, CustomStringConvertible {
    /// An extended result code. `sqlite3_extended_errcode`
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The number; its low byte is the primary code.
        public let rawValue: Int32

        public init(rawValue: Int32) {
            self.rawValue = rawValue
        }

        /// The primary code: ``constraint`` for ``uniqueConstraint``.
        public var primary: Code { Code(rawValue: rawValue & 0xFF) }

        /// The SQL is wrong, or refers to a missing object. `SQLITE_ERROR`
        public static let sql = Code(rawValue: 1)
        /// Another connection held a lock for longer than the busy timeout. `SQLITE_BUSY`
        public static let busy = Code(rawValue: 5)
        /// A reader wanted to write, but another connection has written since it began to read. `SQLITE_BUSY_SNAPSHOT`
        public static let busySnapshot = Code(rawValue: 517)
        /// Another statement of the same connection holds a lock. `SQLITE_LOCKED`
        public static let locked = Code(rawValue: 6)
        /// Out of memory. `SQLITE_NOMEM`
        public static let noMemory = Code(rawValue: 7)
        /// The file or the connection is read-only. `SQLITE_READONLY`
        public static let readOnly = Code(rawValue: 8)
        /// ``InterruptHandle/interrupt()`` was called. `SQLITE_INTERRUPT`
        public static let interrupted = Code(rawValue: 9)
        /// The operating system failed to read or write. `SQLITE_IOERR`
        public static let ioError = Code(rawValue: 10)
        /// The operating system failed to put a file on the disk. `SQLITE_IOERR_FSYNC`
        public static let syncFailed = Code(rawValue: 1034)
        /// A page of the file is not what was written. `SQLITE_IOERR_DATA`
        public static let damagedPage = Code(rawValue: 8202)
        /// The file is damaged. `SQLITE_CORRUPT`
        public static let corrupt = Code(rawValue: 11)
        /// The disk is full. `SQLITE_FULL`
        public static let full = Code(rawValue: 13)
        /// The file cannot be opened. `SQLITE_CANTOPEN`
        public static let cannotOpen = Code(rawValue: 14)
        /// A text, a blob or a row is too large. `SQLITE_TOOBIG`
        public static let tooBig = Code(rawValue: 18)
        /// A constraint of the schema is violated. `SQLITE_CONSTRAINT`
        public static let constraint = Code(rawValue: 19)
        /// A `CHECK` is violated. `SQLITE_CONSTRAINT_CHECK`
        public static let checkConstraint = Code(rawValue: 275)
        /// A foreign key has no target. `SQLITE_CONSTRAINT_FOREIGNKEY`
        public static let foreignKeyConstraint = Code(rawValue: 787)
        /// A null in a `NOT NULL` column. `SQLITE_CONSTRAINT_NOTNULL`
        public static let notNullConstraint = Code(rawValue: 1299)
        /// The primary key exists already. `SQLITE_CONSTRAINT_PRIMARYKEY`
        public static let primaryKeyConstraint = Code(rawValue: 1555)
        /// The value exists already in a unique column. `SQLITE_CONSTRAINT_UNIQUE`
        public static let uniqueConstraint = Code(rawValue: 2067)
        /// The row id exists already. `SQLITE_CONSTRAINT_ROWID`
        public static let rowIDConstraint = Code(rawValue: 2579)
        /// A trigger raised an error. `SQLITE_CONSTRAINT_TRIGGER`
        public static let triggerConstraint = Code(rawValue: 1811)
        /// A value does not fit a STRICT column. `SQLITE_CONSTRAINT_DATATYPE`
        public static let typeConstraint = Code(rawValue: 3091)
        /// A value is not what the reader expects. `SQLITE_MISMATCH`
        public static let mismatch = Code(rawValue: 20)
        /// The file is not a database. `SQLITE_NOTADB`
        public static let notADatabase = Code(rawValue: 26)
    }

    /// True when the file is damaged or no database at all: only a copy of it helps.
    public var isDamage: Bool {
        code == .damagedPage || code.primary == .corrupt || code.primary == .notADatabase
    }

    /// The extended result code.
    public let code: Code
    /// The description for people; one line.
    public let message: String
    /// The SQL with its placeholders, at most its first 500 characters; nil when there was none.
    public let sql: String?

    /// Creates an error; also used when rows contain unexpected data.
    public init(code: Code, message: String, sql: String? = nil) {
        self.code = code
        self.message = message
        self.sql = sql.map { String($0.prefix(500)) }
    }

    /// `UNIQUE constraint failed: account.name (2067) in INSERT INTO account …`
    public var description: String {
        "\(message) (\(code.rawValue))" + (sql.map { " in \($0)" } ?? "")
    }

    /// Compares codes only.
    public static func == (left: SQLiteError, right: SQLiteError) -> Bool {
        left.code == right.code
    }

    /// Returns the error of the last failed call on `database`. `sqlite3_extended_errcode`, `sqlite3_errmsg`
    static func last(_ database: OpaquePointer?, sql: String? = nil) -> SQLiteError {
        let code = Code(rawValue: sqlite3_extended_errcode(database))
        let message = damage(code, of: database) ?? String(cString: sqlite3_errmsg(database))
        return SQLiteError(code: code, message: message, sql: sql)
    }

    /// Creates the error of a result that SQLite does not remember as that of the last call. `sqlite3_errstr`
    init(_ result: Int32, of database: OpaquePointer? = nil) {
        code = Code(rawValue: result)
        message = Self.damage(code, of: database) ?? String(cString: sqlite3_errstr(result))
        sql = nil
    }

    private static func damage(_ code: Code, of database: OpaquePointer?) -> String? {
        guard code == .damagedPage, let database else { return nil }
        var page: Int64 = 0
        sqlite3_file_control(database, "main", Int32(kopilka_damaged_page), &page)
        return "page \(page) is not what was written"
    }
}
