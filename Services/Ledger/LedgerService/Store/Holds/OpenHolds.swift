import Domain
import Storage

/// The table of open holds, with indexes by account and by expiry.
///
/// It follows from the records.
struct OpenHolds {
    /// Schema 6: their accounts.
    static let sides = """
        ALTER TABLE open_holds ADD COLUMN giver INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE open_holds ADD COLUMN getter INTEGER NOT NULL DEFAULT 0;
        UPDATE open_holds SET (giver, getter) = (SELECT giver, getter FROM transfers WHERE sequence = hold);
        CREATE INDEX open_holds_by_giver ON open_holds (giver, hold);
        CREATE INDEX open_holds_by_getter ON open_holds (getter, hold);
        """

    let connection: Connection

    /// Adds a hold, or removes the hold that a record settles.
    func keep(_ row: TransferRow, _ draft: RecordDraft) throws(SQLiteError) {
        if draft.kind == .hold {
            try connection.run(
                "INSERT INTO open_holds (hold, expires_at_us, giver, getter) VALUES (?, ?, ?, ?)", row.sequence,
                draft.details?.expiresAt, row.payer, row.payee)
        } else if draft.kind.settlesHold {
            try connection.run("DELETE FROM open_holds WHERE hold = ?", draft.target)
        }
    }

    /// Returns the holds from or to these accounts, newest first, at most `limit`.
    ///
    /// - Parameters:
    ///   - sequence: The exclusive upper bound of the sequences.
    ///   - now: Leaves out the holds expired at this moment; nil for all.
    func list(
        of accounts: [Int], before sequence: Int64 = .max, runningAt now: Instant? = nil, limit: Int
    ) throws(SQLiteError) -> [Int64] {
        var holds: Set<Int64> = []
        for account in accounts {
            // A hold between two of the accounts is found twice.
            let found: [Int64] = try connection.all(
                """
                SELECT hold FROM open_holds WHERE giver = ?1 AND hold < ?2 AND ifnull(expires_at_us > ?3, TRUE)
                UNION
                SELECT hold FROM open_holds WHERE getter = ?1 AND hold < ?2 AND ifnull(expires_at_us > ?3, TRUE)
                ORDER BY hold DESC LIMIT ?4
                """, account, sequence, now?.microseconds ?? .min, limit)
            holds.formUnion(found)
        }
        return Array(holds.sorted(by: >).prefix(limit))
    }
}
