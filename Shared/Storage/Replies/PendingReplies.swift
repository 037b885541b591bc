import SQLite

/// Replies that the open transaction has given and not written yet, oldest first.
///
/// They come one after another at the end of their table, so they are written many with one statement, before the commit
/// and outside of all savepoints: within one SQLite copies the page of each row, so that it can go back.
struct PendingReplies {
    /// One reply and what it answers.
    struct Entry {
        let number: Int64
        let hash: Int64
        let request: KeyedRequest
        let reply: StoredReply
    }

    /// How far a transaction was.
    struct Mark {
        /// Nothing given, nothing written.
        static let none = Mark(given: 0, written: 0)

        let given: Int
        let written: Int
    }

    private var entries: [Entry] = []
    private var written = 0

    /// Where the transaction is now.
    var mark: Mark { Mark(given: entries.count, written: written) }

    /// Adds one, whose number is higher than all before it.
    mutating func add(_ entry: Entry) { entries.append(entry) }

    /// The one of this number, if it is among those that are not written.
    func entry(_ number: Int64) -> Entry? {
        var (low, high) = (written, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].number < number { low = middle + 1 } else { high = middle }
        }
        return low < entries.count && entries[low].number == number ? entries[low] : nil
    }

    /// Forgets what was given since a mark, of which nothing is in the table any more, or everything after a commit.
    mutating func goBack(to mark: Mark) {
        entries.removeLast(entries.count - mark.given)
        written = mark.written
    }

    /// Writes all that is not written.
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
        for (place, entry) in entries[written..<written + rows].enumerated() {
            let before = place * Self.columns
            statement.bind(entry.number, at: before + 1)
            statement.bind(entry.hash, at: before + 2)
            statement.bind(entry.request.caller, at: before + 3)
            statement.bind(entry.request.key, at: before + 4)
            statement.bind(entry.request.digest, at: before + 5)
            statement.bind(entry.reply.kind, at: before + 6)
            statement.bind(entry.reply.content, at: before + 7)
        }
        _ = try statement.step()
        statement.reset()
        written += rows
    }

    /// With more of them a statement gains little.
    private static let rowsPerStatement = 8
    private static let columns = 7
}
