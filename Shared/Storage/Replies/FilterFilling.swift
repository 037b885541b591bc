import SQLite

/// Fills the filter of a ``ReplyIndex`` with the keys of the index on disk, on the reader threads. It proceeds in
/// parts, so that nothing else waits long.
struct FilterFilling: Sendable {
    let replies: ReplyIndex
    let state: StoreState
    /// The round of the filter to fill. A newer filter may have replaced it meanwhile.
    let round: Int
    let reportTrouble: @Sendable (SQLiteError) -> Void

    /// Reads the index from a hash to its end.
    func read(from hash: Int64) {
        let job = ReadJob(
            run: { transaction in
                let next = try replies.fill(round, from: hash, transaction.connection)
                return { if let next { read(from: next) } }
            },
            fail: { error in
                if let trouble = error as? SQLiteError { reportTrouble(trouble) }
                replies.giveUpFilling(round)
            })
        // The queue is full or closed. Until the filter is whole, every key is looked up in the index.
        if state.reads.add(job) != nil { replies.giveUpFilling(round) }
    }
}
