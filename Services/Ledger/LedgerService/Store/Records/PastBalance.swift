import Domain
import Storage

/// Finds what was in an account at a moment in the past, in at most some 64 steps however long its history is.
///
/// A hold counts until its time ran out or it was settled, whichever came first: that it ran out is booked when the
/// ledger sees to it, which is later where the ledger did not run.
struct PastBalance {
    let connection: Connection
    /// The account as it is in this snapshot or in an earlier one.
    let account: Account

    /// The records by which the holds of an account ran out, one after another: what is looked up by it has no other
    /// index.
    static let expiriesByPayer = """
        CREATE INDEX expiries_by_giver ON transfers (giver, booked_at_us) WHERE kind = 6;
        """

    /// What was there after the last record not later than `instant`, less what had run out by then; nothing before the
    /// first record.
    func find(at instant: Instant) throws(SQLiteError) -> AccountState {
        // The first landmark after the moment, or else the newest record: the wanted one is not far before it.
        var transfer = try firstLandmark(after: instant)
        if transfer == nil { transfer = account.state.lastTransfer }
        while let sequence = transfer, sequence != 0 {
            guard let row = try TransferTable.row(sequence, connection) else {
                throw SQLiteError(code: .corrupt, message: "Transfer \(sequence) is missing from the books.")
            }
            let isPayer = row.payer == account.number
            if row.bookedAt <= instant.microseconds {
                var state = isPayer ? row.payerState : row.payeeState
                // What an account gets from others is never held, and few accounts hold anything.
                if state.held > 0 { state.held -= try runOut(at: instant) }
                return state
            }
            transfer = isPayer ? row.payerPrevious : row.payeePrevious
        }
        return AccountState()
    }

    /// How much of what the records have as held at a moment had run out by then.
    private func runOut(at instant: Instant) throws(SQLiteError) -> Int64 {
        try stillListed(at: instant) + bookedLater(than: instant)
    }

    /// What ran out and is not booked as such yet.
    private func stillListed(at instant: Instant) throws(SQLiteError) -> Int64 {
        try connection.first(
            """
            SELECT coalesce(sum(amount_minor), 0)
            FROM open_holds INDEXED BY open_holds_by_expiry JOIN transfers ON sequence = hold
            WHERE expires_at_us <= ?2 AND open_holds.giver = ?1 AND booked_at_us <= ?2
            """, account.number, instant) ?? 0
    }

    /// What ran out and was booked as such later.
    private func bookedLater(than instant: Instant) throws(SQLiteError) -> Int64 {
        let row = try connection.rows(
            TransferTable.self, "WHERE kind = 6 AND giver = ? AND booked_at_us > ? ORDER BY booked_at_us",
            account.number, instant)
        var sum: Int64 = 0
        while try row.step() {
            let stored: String? = try row[.details]
            guard let details = stored.flatMap(RecordDetails.init(stored:)), let expiresAt = details.expiresAt,
                let heldAt = details.heldAt
            else {
                let sequence: Int64 = try row[.sequence]
                throw SQLiteError(code: .corrupt, message: "The record \(sequence) of the books cannot be read.")
            }
            // What runs out first is booked first, so none of those that follow had run out before.
            if expiresAt > instant { break }
            if heldAt <= instant { sum += try row[.amountMinor] }
        }
        return sum
    }

    private func firstLandmark(after instant: Instant) throws(SQLiteError) -> Int64? {
        try connection.first(
            "SELECT transfer FROM landmarks WHERE account = ? AND booked_at_us > ? ORDER BY booked_at_us LIMIT 1",
            account.number, instant)
    }
}
