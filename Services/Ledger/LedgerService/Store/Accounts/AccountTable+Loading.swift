import Domain
import Signals
import Storage
import Synchronization

// Loading from the database.
extension AccountTable {
    /// Loads all accounts and balances into memory, in place of all that were there.
    func load(_ connection: Connection) throws {
        try working.withLock { working in
            try published.withLock { table in
                table = PublishedAccounts()
                let newestEvent = try connection.first("SELECT max(sequence) FROM events") as Int64?
                try Self.readAccounts(connection, into: &table)
                var booked = try Self.newestChange(connection)
                let marks = try connection.first("SELECT balances_as_of, last_counted FROM books") {
                    (saved: Int64, lastCounted: Int64) in (saved, lastCounted)
                }
                let saved = marks?.0 ?? 0
                table.lastCounted = marks?.1 ?? 0
                booked.transfer = saved
                try Self.readTransfers(after: saved, connection, into: &table, &booked)
                // A booking time must not equal the number of a counted record, whatever the clock says.
                booked.at = max(booked.at, Instant(microseconds: table.lastCounted))
                working.start(
                    with: table.states, booked: booked, savedTransfer: saved, limitsAsOf: newestEvent ?? 0)
            }
        }
    }

    private static func readAccounts(_ connection: Connection, into table: inout PublishedAccounts) throws {
        let balances = try BalanceTable.all(connection)
        let limits = try AccountLimitTable.all(connection)
        let row = try connection.rows(StoredAccountTable.self, "ORDER BY number")
        while try row.step() {
            let (number, account) = try StoredAccountTable.read(row)
            guard let state = balances[number] else { continue }
            guard number == table.records.count + 1 else { throw StoredAccountTable.damaged(number) }
            table.append(limits[number].map { account.with(limits: $0) } ?? account)
            table.states[number - 1] = state
        }
    }

    private static func newestChange(_ connection: Connection) throws -> WorkingAccounts.Booked {
        guard let newest = try connection.first(AccountChangeTable.self, "ORDER BY change DESC LIMIT 1") else {
            return WorkingAccounts.Booked()
        }
        return WorkingAccounts.Booked(
            change: newest.row.change, at: Instant(microseconds: newest.row.bookedAt), head: newest.hash)
    }

    /// Applies the records written after the balances.
    private static func readTransfers(
        after saved: Int64, _ connection: Connection, into table: inout PublishedAccounts,
        _ booked: inout WorkingAccounts.Booked
    ) throws(SQLiteError) {
        // The last record before them is read too, for its time and hash.
        let columns = try connection.rows(TransferTable.self, "WHERE sequence >= ? ORDER BY sequence", saved)
        while try columns.step() {
            let row = try TransferRow(columns)
            booked.transfer = row.sequence
            booked.take(row.bookedAt, try columns[.hash])
            guard row.sequence > saved else { continue }
            for (number, state) in [(row.payer, row.payerState), (row.payee, row.payeeState)] {
                guard table.states.indices.contains(Int(number) - 1) else { throw nobodys(row) }
                // The payee of a record that moved no money.
                guard state.entries > 0 else { continue }
                table.states[Int(number) - 1] = state
            }
        }
    }

    static func nobodys(_ row: TransferRow) -> SQLiteError {
        SQLiteError(code: .corrupt, message: "Transfer \(row.sequence) names an account that is not there.")
    }
}
