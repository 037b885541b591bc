import Domain
import Storage
import Synchronization

/// All accounts in memory: as the last commit left them, for those who read, and as the open transaction has them, for
/// the writer.
///
/// Lock order: the writer's part, then the published one.
final class AccountTable: TransactionParticipant {
    private let published = Mutex(PublishedAccounts())
    private let working = Mutex(WorkingAccounts())
}

// What others read.
extension AccountTable {
    /// The account with this id, as the last commit left it.
    func published(_ id: String) -> Account? {
        published.withLock { table in
            table.numbers[id].map { table.account($0, state: table.states[$0 - 1]) }
        }
    }

    /// The accounts of a user, as the last commit left them.
    func published(of owner: String) -> [Account] {
        published.withLock { table in
            (table.numbersByOwner[owner] ?? []).map { table.account($0, state: table.states[$0 - 1]) }
        }
    }

    /// The id and the owner of an account that is durable or being opened.
    func identity(of number: Int) -> (id: String, owner: String?, currency: Currency) {
        let durable = published.withLock { table in
            number <= table.records.count ? table.records[number - 1] : nil
        }
        let record = durable ?? working.withLock { $0.opened[number - 1 - $0.durableCount] }
        return (record.id, record.owner, record.currency)
    }
}

// What the writer does.
extension AccountTable {
    /// The account with this id, as the open transaction has it.
    func current(_ id: String) -> Account? {
        working.withLock { working in
            let durable = published.withLock { table in
                table.numbers[id].map { table.account($0, state: working.states[$0 - 1]) }
            }
            return durable ?? working.opened(id)
        }
    }

    /// How many accounts a user has, as the open transaction has it.
    func count(of owner: String) -> Int {
        let durable = published.withLock { $0.numbersByOwner[owner]?.count ?? 0 }
        return working.withLock { working in durable + working.opened.count { $0.owner == owner } }
    }

    /// Adds an account; it becomes visible to others with the commit.
    func open(_ record: AccountRecord) -> Account { working.withLock { $0.open(record) } }

    /// The moment at which what happens now is booked: later than everything booked before.
    func bookingTime(_ now: Instant) -> Instant {
        working.withLock { working in
            working.booked.at = max(now, Instant(microseconds: working.booked.at.microseconds + 1))
            return working.booked.at
        }
    }

    /// The sequence of the next transfer.
    func nextTransfer() -> Int64 { working.withLock { $0.booked.transfer + 1 } }

    /// Moves money in memory, as the transfer of this sequence did on the disk.
    func apply(_ sequence: Int64, giver: Int, giverState: AccountState, getter: Int, getterState: AccountState) {
        working.withLock { working in
            working.booked.transfer = sequence
            working.set(giverState, of: giver)
            working.set(getterState, of: getter)
        }
    }

    func mark() { working.withLock { $0.mark() } }

    func keep() { working.withLock { $0.keep() } }

    func drop() { working.withLock { $0.drop() } }

    func prepare(_ transaction: WriteTransaction) throws {
        try working.withLock { working in
            let accounts = working.accountsToSave()
            guard !accounts.isEmpty else { return }
            try transaction.connection.run("UPDATE books SET balances_as_of = ?1") {
                $0.bind(working.booked.transfer, at: 1)
            }
            let statement = try transaction.connection.statement(
                "UPDATE balances SET balance_minor = ?2, entries = ?3, last_transfer = ?4 WHERE account = ?1")
            for number in accounts {
                let state = working.states[number - 1]
                statement.bind(number, at: 1)
                statement.bind(state.balance, at: 2)
                statement.bind(state.entries, at: 3)
                statement.bind(state.lastTransfer, at: 4)
                _ = try statement.step()
                statement.reset()
            }
        }
    }

    func committed() {
        working.withLock { working in
            published.withLock { table in
                for record in working.opened { table.append(record) }
                for number in working.changed { table.states[number - 1] = working.states[number - 1] }
            }
            working.committed()
        }
    }

    func aborted() { working.withLock { $0.goBackToLastCommit() } }
}

// What happens once, before anybody asks.
extension AccountTable {
    /// Takes all accounts and balances into memory.
    func load(_ connection: Connection) throws {
        try working.withLock { working in
            try published.withLock { table in
                try connection.query(
                    """
                    SELECT number, id, owner, name, currency, status, opened_at_us, balance_minor, entries, last_transfer
                    FROM accounts JOIN balances ON account = number ORDER BY number
                    """
                ) { row throws(SQLiteError) in
                    guard row.int64(at: 0) == table.records.count + 1, let currency = Currency(code: row.text(at: 4)),
                        let status = AccountStatus(rawValue: row.int64(at: 5))
                    else {
                        throw SQLiteError(
                            code: .corrupt, message: "The row of account \(row.int64(at: 0)) cannot be right.")
                    }
                    table.append(
                        AccountRecord(
                            id: row.text(at: 1), owner: row.optionalText(at: 2), name: row.text(at: 3),
                            currency: currency, status: status,
                            openedAt: Instant(microseconds: row.int64(at: 6))))
                    table.states[table.states.count - 1] = AccountState(
                        balance: row.int64(at: 7), entries: row.int64(at: 8), lastTransfer: row.int64(at: 9))
                }
                let saved = try connection.first("SELECT balances_as_of FROM books") { $0.int64(at: 0) } ?? 0
                var booked = WorkingAccounts.Booked(
                    transfer: saved, at: table.records.last?.openedAt ?? Instant(microseconds: 0))
                try Self.readTransfers(after: saved, connection, into: &table.states, &booked)
                working.start(with: table.states, booked: booked, savedTransfer: saved)
            }
        }
    }

    /// Adds the transfers that came after the balances were written.
    private static func readTransfers(
        after saved: Int64, _ connection: Connection, into states: inout [AccountState],
        _ booked: inout WorkingAccounts.Booked
    ) throws(SQLiteError) {
        let statement = try connection.statement(
            """
            SELECT sequence, booked_at_us, giver, giver_balance_minor, giver_entry,
                getter, getter_balance_minor, getter_entry
            FROM transfers WHERE sequence >= ?1 ORDER BY sequence
            """)
        // The last of those before, too, for its time.
        statement.bind(saved, at: 1)
        while try statement.step() {
            let sequence = statement.row.int64(at: 0)
            booked.transfer = sequence
            booked.at = max(booked.at, Instant(microseconds: statement.row.int64(at: 1)))
            guard sequence > saved else { continue }
            for column in [2, 5] {
                let number = Int(statement.row.int64(at: column))
                guard states.indices.contains(number - 1) else {
                    throw SQLiteError(
                        code: .corrupt, message: "Transfer \(sequence) names an account that is not there.")
                }
                states[number - 1] = AccountState(
                    balance: statement.row.int64(at: column + 1), entries: statement.row.int64(at: column + 2),
                    lastTransfer: sequence)
            }
        }
    }
}
