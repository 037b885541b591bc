import Coordination
import Domain
import SQLite
import StrictJSON

/// Access for one write, valid on the writer's thread while the body runs. Do not store it.
public final class WriteTransaction {
    /// The database, in an open transaction. Bodies leave BEGIN, COMMIT and the like to the store.
    public let connection: Connection
    /// The sequence of the newest event, including those of this transaction.
    var newestSequence: Int64
    /// The newest events, while they form one run that may still grow and is not written.
    private var openRun: EventRun?
    /// The replies to idempotency keys.
    let replies: ReplyIndex
    private let participants: [any TransactionParticipant]

    init(
        connection: Connection, newestSequence: Int64, replies: ReplyIndex, participants: [any TransactionParticipant]
    ) {
        self.connection = connection
        self.replies = replies
        self.newestSequence = newestSequence
        self.participants = participants
    }

    /// Runs `body` in a savepoint: when it throws, its writes are rolled back and the error is rethrown. Calls may be
    /// nested.
    public func attempt<Value>(_ body: () throws -> Value) throws -> Value {
        let (sequence, run) = (newestSequence, openRun)
        connection.setSavepoint()
        for participant in participants { participant.mark() }
        do {
            let value = try body()
            try connection.releaseSavepoint()
            for participant in participants { participant.keep() }
            return value
        } catch {
            for participant in participants { participant.drop() }
            (newestSequence, openRun) = (sequence, run)
            try connection.goBackToSavepoint()
            throw error
        }
    }

    /// Writes an event, which becomes visible once the transaction is committed.
    ///
    /// - Parameter data: The bytes of a JSON object.
    /// - Returns: Its sequence, one more than the previous event's.
    @discardableResult
    public func append(type: String, subject: String, time: Instant, data: [UInt8]) throws(SQLiteError) -> Int64 {
        try writeOpenRun()
        let sequence = newestSequence + 1
        try connection.run(
            "INSERT INTO events (sequence, type, subject, time_us, data) VALUES (?, ?, ?, ?, ?)", sequence, type,
            subject, time, data)
        newestSequence = sequence
        return sequence
    }

    /// Writes an event with these facts.
    ///
    /// - Parameter facts: Encoded as a JSON object.
    /// - Returns: Its sequence, one more than the previous event's.
    @discardableResult
    public func append(type: String, subject: String, time: Instant, facts: some Encodable) throws -> Int64 {
        try append(type: type, subject: subject, time: time, data: try JSONEncoding.encode(facts))
    }

    /// Adds an event that is not stored. On each read, the store's ``EventRenderer`` renders it from a record that this
    /// transaction writes and that never changes.
    ///
    /// Events of consecutive records share one small row, however many they are.
    /// - Parameters:
    ///   - record: The number of the record.
    ///   - source: The place of the record for the renderer, for example the name of a table.
    /// - Returns: Its sequence, one more than the previous event's.
    @discardableResult
    public func append(renderedFrom record: Int64, of source: StaticString) throws(SQLiteError) -> Int64 {
        newestSequence += 1
        if openRun?.extend(to: newestSequence, record, of: source) ?? false { return newestSequence }
        try writeOpenRun()
        openRun = EventRun(sequence: newestSequence, count: 1, source: source.description, record: record)
        return newestSequence
    }

    /// Writes the open run of events. Call it before the commit.
    func writeOpenRun() throws(SQLiteError) {
        guard let run = openRun else { return }
        try connection.run(
            "INSERT INTO event_runs (sequence, count, source, record) VALUES (?, ?, ?, ?)", run.sequence, run.count,
            run.source, run.record)
        openRun = nil
    }

    /// Drops all events since the last commit, whose newest sequence is `sequence`.
    func goBack(to sequence: Int64) { (newestSequence, openRun) = (sequence, nil) }

    /// Returns the sequence of the last handled event of `source`, 0 before the first.
    ///
    /// - Parameter source: The service whose events are handled.
    public func cursor(of source: String) throws(SQLiteError) -> Int64 {
        try connection.cursor(of: source)
    }

    /// Records that the events of `source` up to `sequence` are handled, in the transaction that handles them.
    public func setCursor(of source: String, to sequence: Int64) throws(SQLiteError) {
        try connection.run(
            """
            INSERT INTO cursors (source, sequence) VALUES (?, ?)
            ON CONFLICT (source) DO UPDATE SET sequence = excluded.sequence
            """, source, sequence)
    }
}

@available(*, unavailable, message: "A transaction is used on the writer's thread, while the body runs.")
extension WriteTransaction: Sendable {}

extension Connection {
    func cursor(of source: String) throws(SQLiteError) -> Int64 {
        try first("SELECT sequence FROM cursors WHERE source = ?", source) as Int64? ?? 0
    }
}

/// State in memory that follows the writes: it changes with a write, is rolled back when the write fails, and is final
/// once the commit is on disk.
///
/// All calls come on the writer's thread, between writes. Marks nest like savepoints.
public protocol TransactionParticipant: AnyObject, Sendable {
    /// Takes over what the database has, instead of all it had before. Called when the database is opened, and again
    /// after its disk has failed.
    /// - Throws: Any error; the database is then not opened.
    func load(_ connection: Connection) throws
    /// Takes over what commits of the log have changed, on a machine that follows.
    ///
    /// Called within the transaction that repeats them, after all of them, and once when the machine begins to lead.
    /// Then ``committed()`` or ``aborted()`` is called, as for own writes. Nothing is loaded again before it leads, so
    /// memory has to be as if the writes were its own.
    /// - Throws: Any error; the commits are then not kept.
    func follow(_ connection: Connection) throws
    /// Sets a mark.
    func mark()
    /// Removes the newest mark and keeps the changes since.
    func keep()
    /// Rolls back to the newest mark and removes it.
    func drop()
    /// Writes the data gathered since the last commit. Called once before each commit, with no mark set.
    /// - Throws: The error of SQLite, which fails the whole commit.
    func prepare(_ transaction: WriteTransaction) throws
    /// Makes the changes final: they are on disk.
    func committed()
    /// Rolls back all changes since the last commit, under any marks, and removes all marks.
    func aborted()
}
