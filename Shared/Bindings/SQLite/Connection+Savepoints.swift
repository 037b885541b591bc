import CSQLite

// Parts of a transaction that can be undone, within each other.
extension Connection {
    /// Marks this point of the open transaction, to go back to. `SAVEPOINT`
    ///
    /// SQLite is told of it when something is to be written: until then there is nothing to undo, and an open savepoint has
    /// SQLite keep a copy of each page that is changed.
    public func setSavepoint() { savepoints.wanted += 1 }

    /// Forgets the newest mark and keeps what was written since. `RELEASE`
    /// - Throws: ``SQLiteError``; the mark is still there then.
    public func releaseSavepoint() throws(SQLiteError) {
        if savepoints.set == savepoints.wanted {
            try run("RELEASE savepoint_of_ours")
            savepoints.set -= 1
        }
        savepoints.wanted -= 1
    }

    /// Goes back to the newest mark and forgets it. Where an error has ended the whole transaction, nothing is left to
    /// undo. `ROLLBACK TO`
    /// - Throws: ``SQLiteError``; the mark is forgotten.
    public func goBackToSavepoint() throws(SQLiteError) {
        let isSet = savepoints.set == savepoints.wanted
        savepoints.wanted -= 1
        guard isSet else { return }
        savepoints.set -= 1
        guard isInTransaction else { return }
        try run("ROLLBACK TO savepoint_of_ours")
        try run("RELEASE savepoint_of_ours")
    }

    /// Tells SQLite of the marks it does not know; called before anything is written.
    func prepareToWrite() throws(SQLiteError) {
        while savepoints.set < savepoints.wanted {
            try run("SAVEPOINT savepoint_of_ours")
            savepoints.set += 1
        }
    }
}

/// How many savepoints are within each other, and how many of them, the outer ones, SQLite knows.
struct Savepoints {
    var wanted = 0
    var set = 0
}
