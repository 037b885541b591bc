import Domain
import Storage

extension DailySpending {
    /// The spending after a record as the disk has it, by which an account gave to somebody else's.
    ///
    /// - Parameter details: The record's, as they are kept.
    func after(_ kind: RecordKind, _ amount: Int64, details text: String?, at time: Instant) -> DailySpending {
        let details = text.flatMap(RecordDetails.init(stored:))
        // What a bank's statement tells of left another account, before.
        guard details?.reference == nil else { return self }
        return after(kind, amount, released: details?.heldMinor ?? 0, heldAt: details?.heldAt, at: time)
    }
}

// Schema 6: what left accounts of late, counted for the records that were written before that was kept.
extension LedgerMigrations {
    /// Counts it anew from all records up to which the balances were written.
    @Sendable static func countSpending(_ connection: Connection) throws(SQLiteError) {
        var owners: [String?] = []
        try connection.query("SELECT owner FROM accounts ORDER BY number") { owners.append($0.optionalText(at: 0)) }
        var spendings = Array(repeating: DailySpending.none, count: owners.count)
        try connection.query(
            """
            SELECT giver, getter, kind, amount_minor, details, booked_at_us FROM transfers
            WHERE sequence <= (SELECT balances_as_of FROM books) ORDER BY sequence
            """
        ) { row in
            let (giver, getter) = (Int(row.int64(at: 0)) - 1, Int(row.int64(at: 1)) - 1)
            guard owners.indices.contains(giver), owners.indices.contains(getter), let owner = owners[giver],
                owner != owners[getter], let kind = RecordKind(rawValue: row.int64(at: 2))
            else { return }
            spendings[giver] = spendings[giver].after(
                kind, row.int64(at: 3), details: row.optionalText(at: 4), at: Instant(microseconds: row.int64(at: 5)))
        }
        for (index, spending) in spendings.enumerated() {
            try connection.run("UPDATE balances SET spent_day = ?2, spent_minor = ?3 WHERE account = ?1") {
                $0.bind(index + 1, at: 1)
                $0.bind(spending.day, at: 2)
                $0.bind(spending.amount, at: 3)
            }
        }
    }
}
