import SQLite

// The writer's part of a comparison: it knows between which commits a snapshot is taken.
extension Writer {
    /// Commits a mark in the log and takes the content as of it.
    ///
    /// - Throws: ``CommitLogError``, ``SQLiteError``, ``StorageError`` for a store without a log.
    func mark() throws -> ContentMark {
        let head = try commit(ContentMark.script)
        return ContentMark(head: head, snapshot: try ContentSnapshot(of: path))
    }

    /// Takes the content of a follower that has just repeated a mark.
    func tellMark(at head: CommitHead) {
        guard let body = state.comparer else { return }
        do throws(SQLiteError) {
            body(.success(ContentMark(head: head, snapshot: try ContentSnapshot(of: path))))
        } catch {
            body(.failure(error))
        }
    }

    /// Keeps a difference in the database, outside the log.
    func keep(_ difference: ContentDifference) throws {
        let connection = try existing
        try connection.keep(difference)
        connection.dropChanges()
    }

    /// Returns the difference that was found in the database.
    func difference() throws -> ContentDifference? { try existing.difference() }

    /// Commits a script to the log and to the database, as a commit of its own.
    ///
    /// - Returns: The head of the database.
    /// - Throws: ``CommitLogError``, ``SQLiteError``, ``StorageError`` for a store without a log.
    private func commit(_ script: String) throws -> CommitHead {
        do {
            guard let journal else { throw StorageError(.system, "\(path) has no log.") }
            let connection = try usableTransaction().connection
            try connection.run("BEGIN IMMEDIATE")
            try connection.execute(script)
            try journal.commit(connection)
            return journal.head
        } catch {
            giveUp(error)
            restartIfNeeded(after: error)
            throw error
        }
    }

    /// The connection to the database, as a leader or as a follower.
    private var existing: Connection {
        get throws { if let copy { copy } else { try usableTransaction().connection } }
    }
}
