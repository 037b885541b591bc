import Domain
import Signals
import Storage
import Synchronization

// Following a leading machine, whose commits are repeated here. The cost is that of the new rows.
extension AccountTable {
    func follow(_ connection: Connection) throws {
        try working.withLock { working in
            try takeChanges(connection, into: &working)
            try Self.takeTransfers(connection, into: &working)
            try takeLimits(connection, into: &working)
            // `last_counted` changes with the schema only, and then everything is loaded.
            guard working.isSaveDue else { return }
            working.noteSave(asOf: try connection.first("SELECT balances_as_of FROM books") ?? 0)
        }
    }

    /// Takes over new accounts and changed ones.
    private func takeChanges(_ connection: Connection, into working: inout WorkingAccounts) throws {
        let columns = try connection.rows(
            AccountChangeTable.self, "WHERE change > ? ORDER BY change", working.booked.change)
        while try columns.step() {
            let (row, hash) = try AccountChangeTable.read(columns)
            let number = Int(row.account)
            working.booked.change = row.change
            working.booked.take(row.bookedAt, hash)
            if row.kind == AccountChange.opened.rawValue {
                guard number == working.states.count + 1 else { throw StoredAccountTable.damaged(number) }
                _ = working.open(try AccountRecord(opening: row))
            } else {
                guard let record = record(number, in: working), let status = AccountStatus(number: row.status) else {
                    throw StoredAccountTable.damaged(number)
                }
                working.set(record.with(name: row.name, status: status, overdraft: row.overdraft), of: number)
            }
        }
    }

    /// Takes over the figures after new records.
    private static func takeTransfers(
        _ connection: Connection, into working: inout WorkingAccounts
    ) throws(SQLiteError) {
        let columns = try connection.rows(
            TransferTable.self, "WHERE sequence > ? ORDER BY sequence", working.booked.transfer)
        while try columns.step() {
            let row = try TransferRow(columns)
            working.booked.transfer = row.sequence
            working.booked.take(row.bookedAt, try columns[.hash])
            let accounts = working.states.indices
            guard accounts.contains(Int(row.payer) - 1), accounts.contains(Int(row.payee) - 1) else {
                throw nobodys(row)
            }
            working.set(row.payerState, of: Int(row.payer))
            // Without entries, the record moved no money.
            if row.payeeEntry > 0 { working.set(row.payeeState, of: Int(row.payee)) }
        }
    }

    /// Takes over the limits of the accounts that an event names: limits are not part of the chain.
    private func takeLimits(_ connection: Connection, into working: inout WorkingAccounts) throws {
        var accounts: Set<String> = []
        try connection.query(
            """
            SELECT sequence, CASE type WHEN 'ledger.limitsChanged' THEN subject END FROM events
            WHERE sequence > ? ORDER BY sequence
            """, working.limitsAsOf
        ) { (sequence: Int64, account: String?) in
            working.limitsAsOf = sequence
            if let account { accounts.insert(account) }
        }
        for id in accounts {
            guard let number = published.withLock({ $0.numbers[id] }) ?? working.opened(id)?.number,
                let record = record(number, in: working)
            else { throw SQLiteError(code: .corrupt, message: "An event tells of limits of no account.") }
            let stored = try connection.first(AccountLimitTable.self, "WHERE account = ?", number)
            working.set(record.with(limits: stored?.limits ?? AccountLimits.none), of: number)
        }
    }

    /// Returns the properties of an account as the open transaction has them.
    private func record(_ number: Int, in working: WorkingAccounts) -> AccountRecord? {
        working.changedRecords[number] ?? working.opened(number) ?? published.withLock { $0.record(number) }
    }
}

extension AccountRecord {
    /// Creates the account that a change has opened.
    fileprivate convenience init(opening row: AccountChangeRow) throws {
        guard let currency = Currency(code: row.currency), let status = AccountStatus(number: row.status) else {
            throw StoredAccountTable.damaged(Int(row.account))
        }
        self.init(
            id: row.id, owner: row.owner, name: row.name, currency: currency, status: status, overdraft: row.overdraft,
            openedAt: Instant(microseconds: row.bookedAt))
    }
}
