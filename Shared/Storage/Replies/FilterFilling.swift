import SQLite

/// Has the threads that read tell a ``ReplyIndex`` which keys are in the index on the disk, a part at a time, so that
/// nothing else waits long.
struct FilterFilling: Sendable {
    let replies: ReplyIndex
    let state: StoreState
    /// Which filter is filled: another may have taken its place meanwhile.
    let round: Int
    let reportTrouble: @Sendable (SQLiteError) -> Void

    /// Reads on from a hash, to the end.
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
        // No room, or the end of the service. Until the filter is whole, the index is asked for every key.
        if state.reads.add(job) != nil { replies.giveUpFilling(round) }
    }
}
