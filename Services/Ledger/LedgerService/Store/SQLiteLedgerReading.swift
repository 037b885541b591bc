import Domain
import Storage

/// The reads that a snapshot and the open transaction share.
protocol LedgerTables: LedgerReading {
    var connection: Connection { get }
    var accounts: AccountTable { get }
    var clock: WallClock { get }

    /// Writes the pending records to their table.
    func writePending() throws(SQLiteError)
}

/// A snapshot of the database.
struct SQLiteLedgerReading: LedgerTables {
    let connection: Connection
    let accounts: AccountTable
    let clock: WallClock

    func writePending() {}
}

extension LedgerTables {
    func state(of account: Account, at instant: Instant) throws -> AccountState {
        try writePending()
        return try PastBalance(connection: connection, account: account).find(at: instant)
    }

    func history(_ sequence: Int64) throws -> TransferHistory? { try records().history(sequence) }

    func history(ofTransfer id: String) throws -> TransferHistory? { try records().history(ofTransfer: id) }

    func records(ofTransfers ids: Set<String>) throws -> [LedgerRecord] {
        let records = try records()
        return try ids.compactMap(records.record(ofTransfer:))
    }

    func openHolds(
        of accounts: [Account], before number: Int64, runningAt now: Instant, limit: Int
    ) throws -> [LedgerRecord] {
        let records = try records()
        let search = RecordSearch(connection: connection, lastCounted: self.accounts.lastCounted)
        let holds = try OpenHolds(connection: connection)
            .list(of: accounts.map(\.number), before: try search.first(from: number), runningAt: now, limit: limit)
        return try holds.compactMap { try records.record($0) }
    }

    func nextExpiry() throws -> Instant? {
        try connection.first(
            "SELECT expires_at_us FROM open_holds WHERE expires_at_us IS NOT NULL ORDER BY expires_at_us LIMIT 1")
    }

    func imports(of accounts: [Account], before number: Int64, limit: Int) throws -> [ImportRecord] {
        try Imports(connection: connection, accounts: self.accounts)
            .list(of: accounts.map(\.number), before: number, limit: limit)
    }

    func spending(of account: Account) throws -> DailySpending {
        // Without a limit by day, spending is added up from the records.
        try SpentDays(connection: connection).spending(
            of: account, at: clock.now(), in: try zone(of: account.owner ?? ""), prepare: writePending)
    }

    private func records() throws(SQLiteError) -> RecordReading {
        try writePending()
        return RecordReading(connection: connection, accounts: accounts)
    }
}
