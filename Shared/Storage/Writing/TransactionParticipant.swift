/// State in memory that follows what is written: it changes with a write, goes back when the write fails, and counts
/// once the commit is on the disk.
///
/// All calls come on the writer's thread, between writes. Marks nest like savepoints.
public protocol TransactionParticipant: AnyObject, Sendable {
    /// Sets a mark.
    func mark()
    /// Forgets the newest mark and keeps what changed since.
    func keep()
    /// Goes back to the newest mark and forgets it.
    func drop()
    /// Writes what was gathered since the last commit; called once before each commit, with no mark set.
    /// - Throws: Whatever SQLite throws: then nothing of the whole commit counts.
    func prepare(_ transaction: WriteTransaction) throws
    /// What changed is on the disk.
    func committed()
    /// What changed since the last commit, under whatever marks, is void; all marks are forgotten.
    func aborted()
}
