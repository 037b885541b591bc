import SQLite

/// Replies of the open transaction that are not written yet, oldest first.
///
/// Their rows are consecutive at the end of their table, so one statement writes several of them. They are written
/// before the commit and outside of all savepoints: within a savepoint, SQLite copies the page of each row to be able
/// to roll back.
struct PendingReplies {
    /// One reply and its request.
    struct Entry {
        let number: Int64
        let hash: Int64
        let request: KeyedRequest
        let reply: StoredAnswer
    }

    /// A position in a transaction.
    struct Mark {
        /// The position before the first reply.
        static let none = Mark(given: 0, written: 0)

        let given: Int
        let written: Int
    }

    private var entries: [Entry] = []
    private var written = 0

    /// The current position.
    var mark: Mark { Mark(given: entries.count, written: written) }

    /// Adds a reply, whose number must exceed all earlier ones.
    mutating func add(_ entry: Entry) { entries.append(entry) }

    /// Returns the unwritten reply of this number; nil when there is none.
    func entry(_ number: Int64) -> Entry? {
        var (low, high) = (written, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].number < number { low = middle + 1 } else { high = middle }
        }
        return low < entries.count && entries[low].number == number ? entries[low] : nil
    }

    /// Drops the replies added since a mark, none of which may remain in the table. After a commit, `.none` drops all.
    mutating func goBack(to mark: Mark) {
        entries.removeLast(entries.count - mark.given)
        written = mark.written
    }

    /// Writes all unwritten replies.
    mutating func write(_ connection: Connection) throws(SQLiteError) {
        guard written < entries.count else { return }
        if entries.count - written >= Self.rowsPerStatement {
            let statement = try connection.statement(
                """
                INSERT INTO replies (number, hash, caller, key, digest, kind, content)
                VALUES (?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?),
                    (?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?)
                """)
            while entries.count - written >= Self.rowsPerStatement { try run(statement, rows: Self.rowsPerStatement) }
        }
        let statement = try connection.statement(
            "INSERT INTO replies (number, hash, caller, key, digest, kind, content) VALUES (?, ?, ?, ?, ?, ?, ?)")
        while written < entries.count { try run(statement, rows: 1) }
    }

    private mutating func run(_ statement: borrowing Statement, rows: Int) throws(SQLiteError) {
        var place = 0
        for entry in entries[written..<written + rows] {
            statement.bind(entry.number, after: &place)
            statement.bind(entry.hash, after: &place)
            statement.bind(entry.request.caller, after: &place)
            statement.bind(entry.request.key, after: &place)
            statement.bind(entry.request.digest, after: &place)
            statement.bind(entry.reply.kind, after: &place)
            statement.bind(entry.reply.content, after: &place)
        }
        _ = try statement.step()
        statement.reset()
        written += rows
    }

    /// More rows per statement gain little.
    private static let rowsPerStatement = 8
}
