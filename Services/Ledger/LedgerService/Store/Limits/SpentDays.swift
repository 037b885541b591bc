import Domain
import Storage

/// The table of spending today, for accounts with a limit by day. For others it is added up from their records.
struct SpentDays {
    /// Schema 11. It replaces the days of UTC that schema 5 kept for every account.
    static let schema = """
        ALTER TABLE balances DROP COLUMN spent_day;
        ALTER TABLE balances DROP COLUMN spent_minor;

        -- The day is the owner's, by the clocks that it began by.
        CREATE TABLE spent_days (
            account INTEGER PRIMARY KEY REFERENCES accounts (number),
            day INTEGER NOT NULL,
            start_us INTEGER NOT NULL,
            end_us INTEGER NOT NULL,
            spent_minor INTEGER NOT NULL CHECK (spent_minor >= 0)
        ) STRICT;
        """

    let connection: Connection

    /// Returns the spending from an account on the day of a moment.
    ///
    /// - Parameters:
    ///   - account: As the snapshot or the open transaction has it.
    ///   - zone: The zone of the owner.
    ///   - prepare: Writes the pending records; called only where records are read.
    func spending(
        of account: Account, at now: Instant, in zone: TimeZone, prepare: () throws -> Void = {}
    ) throws -> DailySpending {
        if account.limits.daily != nil, let kept = try kept(of: account.number) {
            return kept.current(at: now, in: zone)
        }
        try prepare()
        return try records(of: account, at: now, in: zone)
    }

    /// Stores the spending from an account.
    func keep(_ spending: DailySpending, of account: Int) throws(SQLiteError) {
        try connection.run(
            "INSERT OR REPLACE INTO spent_days (account, day, start_us, end_us, spent_minor) VALUES (?, ?, ?, ?, ?)",
            account, spending.day.first, spending.day.start, spending.day.end, spending.amount)
    }

    /// Removes the row of an account without a limit by day.
    func forget(_ account: Int) throws(SQLiteError) {
        try connection.run("DELETE FROM spent_days WHERE account = ?", account)
    }

    private func kept(of account: Int) throws(SQLiteError) -> DailySpending? {
        try connection.first("SELECT day, start_us, end_us, spent_minor FROM spent_days WHERE account = ?", account) {
            (day: CalendarDay, start: Instant, end: Instant, spent: Int64) in
            DailySpending(day: CountedPeriod(.day, first: day, start: start, end: end), amount: spent)
        }
    }

    private struct Record {
        let kind: RecordKind
        let amount: Int64
        let bookedAt: Instant
        let details: RecordDetails?
    }

    /// Adds up today's records, backwards from the newest.
    private func records(of account: Account, at now: Instant, in zone: TimeZone) throws -> DailySpending {
        var spending = DailySpending(at: now, in: zone)
        var found: [Record] = []
        var sequence = account.state.lastTransfer
        while sequence > 0, let stored = try connection.first(TransferTable.self, "WHERE sequence = ?", sequence) {
            let row = stored.row
            let isPayer = row.payer == account.number
            sequence = isPayer ? row.payerPrevious : row.payeePrevious
            let bookedAt = Instant(microseconds: row.bookedAt)
            let details = stored.details.flatMap(RecordDetails.init(stored:))
            if isPayer, details?.isOfImport != true, let kind = RecordKind(rawValue: row.kind) {
                found.append(Record(kind: kind, amount: row.amount, bookedAt: bookedAt, details: details))
            }
            if bookedAt < spending.day.start { break }
        }
        for record in found.reversed() where record.bookedAt >= spending.day.start {
            spending = spending.after(
                record.kind, record.amount, released: record.details?.heldMinor ?? 0, heldAt: record.details?.heldAt,
                at: record.bookedAt, in: zone)
        }
        return spending
    }
}
