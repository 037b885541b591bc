import Domain
import Storage

/// Finds what was in an account at a moment in the past, in at most some 64 steps however long its history is.
struct PastBalance {
    let connection: Connection
    /// The account as it is in this snapshot or in an earlier one.
    let account: Account

    /// What was there after the last record not later than `instant`, nothing before the first.
    func find(at instant: Instant) throws(SQLiteError) -> AccountState {
        // The first landmark after the moment, or else the newest record: the wanted one is not far before it.
        var transfer = try firstLandmark(after: instant)
        if transfer == nil { transfer = account.state.lastTransfer }
        while let sequence = transfer, sequence != 0 {
            guard let step = try step(at: sequence) else {
                throw SQLiteError(code: .corrupt, message: "Transfer \(sequence) is missing from the books.")
            }
            if step.bookedAt <= instant { return step.state }
            transfer = step.previous
        }
        return AccountState()
    }

    private func firstLandmark(after instant: Instant) throws(SQLiteError) -> Int64? {
        try connection.first(
            """
            SELECT transfer FROM landmarks WHERE account = ?1 AND booked_at_us > ?2 ORDER BY booked_at_us LIMIT 1
            """,
            bind: {
                $0.bind(account.number, at: 1)
                $0.bind(instant.microseconds, at: 2)
            },
            { $0.int64(at: 0) })
    }

    private func step(
        at sequence: Int64
    ) throws(SQLiteError) -> (bookedAt: Instant, state: AccountState, previous: Int64)? {
        try connection.first(
            """
            SELECT booked_at_us, giver, giver_balance_minor, giver_held_minor, giver_entry, giver_previous,
                getter_balance_minor, getter_held_minor, getter_entry, getter_previous
            FROM transfers WHERE sequence = ?1
            """,
            bind: { $0.bind(sequence, at: 1) },
            { row in
                let first = row.int64(at: 1) == account.number ? 2 : 6
                return (
                    Instant(microseconds: row.int64(at: 0)),
                    AccountState(
                        balance: row.int64(at: first), held: row.int64(at: first + 1),
                        entries: row.int64(at: first + 2), lastTransfer: sequence),
                    row.int64(at: first + 3)
                )
            })
    }
}
