import CSQLite

// Nested parts of a transaction that can be rolled back.
extension Connection {
    /// Sets a savepoint in the open transaction. `SAVEPOINT`
    ///
    /// SQLite learns of it only before the next write: until then there is nothing to roll back, and an open savepoint
    /// makes SQLite copy each changed page.
    public func setSavepoint() {
        savepoints.wanted += 1
        recorder?.mark()
    }

    /// Releases the newest savepoint and keeps the changes since. `RELEASE`
    /// - Throws: ``SQLiteError``; the savepoint then still exists.
    public func releaseSavepoint() throws(SQLiteError) {
        if savepoints.set == savepoints.wanted {
            try run("RELEASE savepoint_of_ours")
            savepoints.set -= 1
        }
        savepoints.wanted -= 1
        recorder?.keep()
    }

    /// Rolls back to the newest savepoint and releases it. After an error that ended the whole transaction there is
    /// nothing left to roll back. `ROLLBACK TO`
    /// - Throws: ``SQLiteError``; the savepoint is released.
    public func goBackToSavepoint() throws(SQLiteError) {
        let isSet = savepoints.set == savepoints.wanted
        savepoints.wanted -= 1
        recorder?.drop()
        guard isSet else { return }
        savepoints.set -= 1
        guard isInTransaction else { return }
        try run("ROLLBACK TO savepoint_of_ours")
        try run("RELEASE savepoint_of_ours")
    }

    /// Sets the pending savepoints in SQLite; called before every write.
    func prepareToWrite() throws(SQLiteError) {
        while savepoints.set < savepoints.wanted {
            try run("SAVEPOINT savepoint_of_ours")
            savepoints.set += 1
        }
    }
}

/// The number of nested savepoints, and of the outer ones among them that SQLite knows.
struct Savepoints {
    var wanted = 0
    var set = 0
}
