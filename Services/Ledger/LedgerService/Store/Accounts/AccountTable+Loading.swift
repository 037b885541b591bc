import Domain
import Signals
import Storage
import Synchronization

// What happens once, before anybody asks.
extension AccountTable {
    /// Takes all accounts and balances into memory.
    func load(_ connection: Connection) throws {
        try working.withLock { working in
            try published.withLock { table in
                try Self.readAccounts(connection, into: &table)
                var booked = try Self.newestChange(connection)
                let state = try connection.first("SELECT balances_as_of, last_counted FROM books") { row in
                    (saved: row.int64(at: 0), lastCounted: row.int64(at: 1))
                }
                let saved = state?.saved ?? 0
                table.lastCounted = state?.lastCounted ?? 0
                booked.transfer = saved
                try Self.readTransfers(after: saved, connection, into: &table, &booked)
                // A moment is never the number of a record that was counted, whatever the clock says.
                booked.at = max(booked.at, Instant(microseconds: table.lastCounted))
                working.start(with: table.states, booked: booked, savedTransfer: saved)
            }
        }
    }

    private static func readAccounts(
        _ connection: Connection, into table: inout PublishedAccounts
    ) throws(SQLiteError) {
        let statement = try connection.statement(
            """
            SELECT number, id, owner, name, currency, status, overdraft_minor, opened_at_us,
                balance_minor, held_minor, entries, last_transfer,
                per_transfer_minor, daily_minor, confirm_above_minor
            FROM accounts JOIN balances ON balances.account = number
                LEFT JOIN account_limits ON account_limits.account = number
            ORDER BY number
            """)
        while try statement.step() {
            let row = statement.row.int64(at: 0)
            guard row == table.records.count + 1, let currency = Currency(code: statement.row.text(at: 4)),
                let status = AccountStatus(number: statement.row.int64(at: 5))
            else {
                throw SQLiteError(code: .corrupt, message: "The row of account \(row) cannot be right.")
            }
            table.append(
                AccountRecord(
                    id: statement.row.text(at: 1), owner: statement.row.optionalText(at: 2),
                    name: statement.row.text(at: 3), currency: currency, status: status,
                    overdraft: statement.row.int64(at: 6),
                    limits: AccountLimits(
                        perTransfer: statement.row.optionalInt64(at: 12), daily: statement.row.optionalInt64(at: 13),
                        confirmAbove: statement.row.optionalInt64(at: 14)),
                    openedAt: Instant(microseconds: statement.row.int64(at: 7))))
            table.states[table.states.count - 1] = AccountState(
                balance: statement.row.int64(at: 8), held: statement.row.int64(at: 9),
                entries: statement.row.int64(at: 10), lastTransfer: statement.row.int64(at: 11))
        }
    }

    private static func newestChange(_ connection: Connection) throws(SQLiteError) -> WorkingAccounts.Booked {
        let newest = try connection.first(
            "SELECT change, booked_at_us, hash FROM account_changes ORDER BY change DESC LIMIT 1"
        ) { row in
            WorkingAccounts.Booked(
                change: row.int64(at: 0), at: Instant(microseconds: row.int64(at: 1)),
                head: row.withBytes(at: 2) { ChainHash($0) } ?? .none)
        }
        return newest ?? WorkingAccounts.Booked()
    }

    /// Adds the records that came after the balances were written.
    private static func readTransfers(
        after saved: Int64, _ connection: Connection, into table: inout PublishedAccounts,
        _ booked: inout WorkingAccounts.Booked
    ) throws(SQLiteError) {
        let statement = try connection.statement(
            """
            SELECT sequence, booked_at_us, giver, giver_balance_minor, giver_held_minor, giver_entry,
                getter, getter_balance_minor, getter_held_minor, getter_entry, hash
            FROM transfers WHERE sequence >= ?1 ORDER BY sequence
            """)
        // The last of those before, too, for its time and its hash.
        statement.bind(saved, at: 1)
        while try statement.step() {
            let sequence = statement.row.int64(at: 0)
            booked.transfer = sequence
            let time = Instant(microseconds: statement.row.int64(at: 1))
            if time > booked.at {
                booked.at = time
                booked.head = statement.row.withBytes(at: 10) { ChainHash($0) } ?? .none
            }
            guard sequence > saved else { continue }
            for column in [2, 6] {
                let number = Int(statement.row.int64(at: column))
                guard table.states.indices.contains(number - 1) else {
                    throw SQLiteError(
                        code: .corrupt, message: "Transfer \(sequence) names an account that is not there.")
                }
                let entry = statement.row.int64(at: column + 3)
                // The payee of a record that moved no money.
                guard entry > 0 else { continue }
                table.states[number - 1] = AccountState(
                    balance: statement.row.int64(at: column + 1), held: statement.row.int64(at: column + 2),
                    entries: entry, lastTransfer: sequence)
            }
        }
    }
}
