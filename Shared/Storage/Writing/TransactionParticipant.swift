/// State in memory that follows the writes: it changes with a write, is rolled back when the write fails, and is final
/// once the commit is on disk.
///
/// All calls come on the writer's thread, between writes. Marks nest like savepoints.
public protocol TransactionParticipant: AnyObject, Sendable {
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
