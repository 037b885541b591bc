import Domain
import Storage
import Synchronization

/// All accounts in memory: as the last commit left them, for those who read, and as the open transaction has them, for
/// the writer.
///
/// Lock order: the writer's part, then the published one.
final class AccountTable: TransactionParticipant {
    let published = Mutex(PublishedAccounts())
    let working = Mutex(WorkingAccounts())
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

    /// The last record that people know by its place among all.
    var lastCounted: Int64 { published.withLock { $0.lastCounted } }

    /// The id and the owner of an account that is durable or being opened.
    /// - Precondition: There is such an account.
    func identity(of number: Int) -> (id: String, owner: String?, currency: Currency) {
        let known = published.withLock { $0.record(number) }
        // A reader may see a commit on the disk a moment before it is published: then both are looked at together.
        let record =
            known
            ?? working.withLock { working in
                published.withLock { $0.record(number) ?? working.opened[number - 1 - $0.records.count] }
            }
        return (record.id, record.owner, record.currency)
    }
}

// What the writer does.
extension AccountTable {
    /// The account with this id, as the open transaction has it.
    func current(_ id: String) -> Account? {
        working.withLock { working in
            let durable = published.withLock { table in
                table.numbers[id].map { number in
                    let record = working.changedRecords.isEmpty ? nil : working.changedRecords[number]
                    return Account(
                        number: number, record: record ?? table.records[number - 1],
                        state: working.states[number - 1])
                }
            }
            return durable ?? working.opened(id)
        }
    }

    /// The accounts of a user, as the open transaction has them, the oldest first.
    func current(of owner: String) -> [Account] {
        let durable = published.withLock { table in
            (table.numbersByOwner[owner] ?? []).map { table.records[$0 - 1].id }
        }
        let opened = working.withLock { working in working.opened.filter { $0.owner == owner }.map(\.id) }
        return (durable + opened).compactMap { current($0) }
    }

    /// How many accounts a user has, as the open transaction has it.
    func count(of owner: String) -> Int {
        let durable = published.withLock { $0.numbersByOwner[owner]?.count ?? 0 }
        return working.withLock { working in durable + working.opened.count { $0.owner == owner } }
    }

    /// The place of the next record of a transfer, and the moment at which it is booked: later than everything before.
    func nextTransfer(_ now: Instant) -> (sequence: Int64, time: Instant) {
        working.withLock { working in (working.booked.transfer + 1, working.bookingTime(now)) }
    }

    /// The moment at which what happens now is booked: later than everything before.
    func nextBooking(_ now: Instant) -> Instant { working.withLock { $0.bookingTime(now) } }

    /// The place of the next change of an account, and the moment at which it is booked: later than everything before.
    func nextChange(_ now: Instant) -> (change: Int64, time: Instant) {
        working.withLock { working in (working.booked.change + 1, working.bookingTime(now)) }
    }

    /// The hash of a record that follows on the newest.
    func hash(_ row: TransferRow, description: String, category: String?, details: String?) -> ChainHash {
        working.withLock { working in
            working.hasher.hash(
                row, description: description, category: category, details: details, after: working.booked.head)
        }
    }

    /// Adds a record that says no more than a row has by itself, to be written with its neighbours.
    ///
    /// - Parameter payee: Nil when the record touched the payer alone.
    func add(_ row: TransferRow, description: String, payer: AccountState, payee: AccountState?) {
        working.withLock { working in
            let hash = working.hasher.hash(
                row, description: description, category: nil, details: nil, after: working.booked.head)
            working.pending.add(row, description, hash)
            working.apply(row, hash, payer: payer, payee: payee)
        }
    }

    /// Writes the records that were added and not written yet; call it before anything reads the table of them.
    func writePending(_ connection: Connection) throws(SQLiteError) {
        try working.withLock { working throws(SQLiteError) in try working.pending.write(connection) }
    }

    /// The hash of a change that follows on the newest record.
    func hash(_ row: AccountChangeRow) -> ChainHash {
        working.withLock { working in working.hasher.hash(row, after: working.booked.head) }
    }

    /// The hash of the newest record.
    var head: ChainHash { working.withLock { $0.booked.head } }

    /// Adds an account; it becomes visible to others with the commit.
    func open(_ record: AccountRecord) -> Account { working.withLock { $0.open(record) } }

    /// Notes in memory what an account is now, as the change of this row did on the disk.
    func apply(_ row: AccountChangeRow, _ hash: ChainHash, _ record: AccountRecord) {
        working.withLock { working in
            working.booked.change = row.change
            working.booked.at = Instant(microseconds: row.bookedAt)
            working.booked.head = hash
            working.set(record, of: Int(row.account))
        }
    }

    /// Notes in memory what an account is now, where the log of changes does not tell of it.
    func apply(_ record: AccountRecord, of number: Int) { working.withLock { $0.set(record, of: number) } }

    /// Changes accounts in memory as the record of this row did on the disk.
    ///
    /// - Parameter payee: Nil when the record touched the payer alone.
    func apply(_ row: TransferRow, _ hash: ChainHash, payer: AccountState, payee: AccountState?) {
        working.withLock { $0.apply(row, hash, payer: payer, payee: payee) }
    }

    func mark() { working.withLock { $0.mark() } }

    func keep() { working.withLock { $0.keep() } }

    func drop() { working.withLock { $0.drop() } }

    func prepare(_ transaction: WriteTransaction) throws {
        try working.withLock { working in
            try working.pending.write(transaction.connection)
            let accounts = working.accountsToSave()
            guard !accounts.isEmpty else { return }
            try transaction.connection.run("UPDATE books SET balances_as_of = ?", working.booked.transfer)
            let statement = try transaction.connection.statement(
                """
                UPDATE balances SET balance_minor = ?, held_minor = ?, entries = ?, last_transfer = ? WHERE account = ?
                """)
            for number in accounts {
                let state = working.states[number - 1]
                try statement.run(state.balance, state.held, state.entries, state.lastTransfer, number)
            }
        }
    }

    func committed() {
        working.withLock { working in
            published.withLock { table in
                for record in working.opened { table.append(record) }
                for number in working.changed { table.states[number - 1] = working.states[number - 1] }
                for (number, record) in working.changedRecords { table.records[number - 1] = record }
            }
            working.committed()
        }
    }

    func aborted() { working.withLock { $0.goBackToLastCommit() } }
}
