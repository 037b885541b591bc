import Domain
import Storage

/// The search for the state of an account at a past moment. It takes at most 64 steps, whatever the length of the
/// history.
///
/// A hold counts until its expiry or its settlement, whichever came first. An expiry may be booked later than it
/// happened, if ledger did not run.
struct PastBalance {
    let connection: Connection
    /// The account as of this snapshot or an earlier one.
    let account: Account

    /// The index of expiries by payer. Records have no other index that finds them.
    static let expiriesByPayer = """
        CREATE INDEX expiries_by_giver ON transfers (giver, booked_at_us) WHERE kind = 6;
        """

    /// Returns the state after the last record not later than `instant`, without holds that expired by then.
    func find(at instant: Instant) throws(SQLiteError) -> AccountState {
        // Starts at the first landmark after the moment, or else at the newest record.
        var transfer = try firstLandmark(after: instant)
        if transfer == nil { transfer = account.state.lastTransfer }
        while let sequence = transfer, sequence != 0 {
            guard let row = try TransferTable.row(sequence, connection) else {
                throw SQLiteError(code: .corrupt, message: "Transfer \(sequence) is missing from the books.")
            }
            let isPayer = row.payer == account.number
            if row.bookedAt <= instant.microseconds {
                var state = isPayer ? row.payerState : row.payeeState
                // Money received is never held, and few accounts have holds.
                if state.held > 0 { state.held -= try runOut(at: instant) }
                return state
            }
            transfer = isPayer ? row.payerPrevious : row.payeePrevious
        }
        return AccountState()
    }

    /// Returns the part of the recorded held amount that had expired by a moment.
    private func runOut(at instant: Instant) throws(SQLiteError) -> Int64 {
        try stillListed(at: instant) + bookedLater(than: instant)
    }

    /// Returns the sum of expired holds whose expiry is not booked yet.
    private func stillListed(at instant: Instant) throws(SQLiteError) -> Int64 {
        try connection.first(
            """
            SELECT coalesce(sum(amount_minor), 0)
            FROM open_holds INDEXED BY open_holds_by_expiry JOIN transfers ON sequence = hold
            WHERE expires_at_us <= ?2 AND open_holds.giver = ?1 AND booked_at_us <= ?2
            """, account.number, instant) ?? 0
    }

    /// Returns the sum of expired holds whose expiry was booked later.
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
            // Expiries are booked in their order, so no later one had happened before.
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
