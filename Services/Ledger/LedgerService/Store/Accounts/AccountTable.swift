import Domain
import Storage
import Synchronization

/// All accounts in memory: as the last commit left them, for readers, and as the open transaction has them, for the
/// writer.
///
/// Lock order: `working`, then `published`.
final class AccountTable: TransactionParticipant {
    let published = Mutex(PublishedAccounts())
    let working: Mutex<WorkingAccounts>

    /// - Parameter transfersPerSave: The number of transfers after which the balances are written.
    init(transfersPerSave: Int64 = WorkingAccounts.usualTransfersPerSave) {
        working = Mutex(WorkingAccounts(transfersPerSave: transfersPerSave))
    }
}

// For readers.
extension AccountTable {
    /// Returns the account with an id as the last commit left it.
    func published(_ id: String) -> Account? {
        published.withLock { table in
            table.numbers[id].map { table.account($0, state: table.states[$0 - 1]) }
        }
    }

    /// Returns the accounts of a user as the last commit left them.
    func published(of owner: String) -> [Account] {
        published.withLock { table in
            (table.numbersByOwner[owner] ?? []).map { table.account($0, state: table.states[$0 - 1]) }
        }
    }

    /// The last record whose public number is its sequence.
    var lastCounted: Int64 { published.withLock { $0.lastCounted } }

    /// Returns the id, owner and currency of an account, durable or just opened.
    /// - Throws: ``SQLiteError`` `corrupt` when there is no such account.
    func identity(of number: Int) throws(SQLiteError) -> (id: String, owner: String?, currency: Currency) {
        let known = published.withLock { $0.record(number) }
        // A reader may see a commit on the disk before it is published. Both parts are then locked together.
        let record =
            known
            ?? working.withLock { working in
                published.withLock { $0.record(number) ?? working.opened(number) }
            }
        guard let record else {
            throw SQLiteError(code: .corrupt, message: "A record names account \(number), which is not there.")
        }
        return (record.id, record.owner, record.currency)
    }
}

// For the writer.
extension AccountTable {
    /// Returns the account with an id as the open transaction has it.
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

    /// Returns the accounts of a user as the open transaction has them, oldest first.
    func current(of owner: String) -> [Account] {
        let durable = published.withLock { table in
            (table.numbersByOwner[owner] ?? []).map { table.records[$0 - 1].id }
        }
        let opened = working.withLock { working in working.opened.filter { $0.owner == owner }.map(\.id) }
        return (durable + opened).compactMap { current($0) }
    }

    /// Returns the number of a user's accounts as the open transaction has them.
    func count(of owner: String) -> Int {
        let durable = published.withLock { $0.numbersByOwner[owner]?.count ?? 0 }
        return working.withLock { working in durable + working.opened.count { $0.owner == owner } }
    }

    /// Returns the sequence and the booking time of the next record. The time is later than all earlier ones.
    func nextTransfer(_ now: Instant) -> (sequence: Int64, time: Instant) {
        working.withLock { working in (working.booked.transfer + 1, working.bookingTime(now)) }
    }

    /// Returns the booking time of a record written now: later than all earlier ones.
    func nextBooking(_ now: Instant) -> Instant { working.withLock { $0.bookingTime(now) } }

    /// Returns the number and the booking time of the next account change.
    func nextChange(_ now: Instant) -> (change: Int64, time: Instant) {
        working.withLock { working in (working.booked.change + 1, working.bookingTime(now)) }
    }

    /// Returns the hash of a record that follows the newest one.
    func hash(_ row: TransferRow, description: String, category: String?, details: String?) -> ChainHash {
        working.withLock { working in
            working.hasher.hash(
                row, description: description, category: category, details: details, after: working.booked.head)
        }
    }

    /// Adds a record without optional columns. It is written later, together with others.
    ///
    /// - Parameter payee: Nil when the record changed the payer only.
    func add(_ row: TransferRow, description: String, payer: AccountState, payee: AccountState?) {
        working.withLock { working in
            let hash = working.hasher.hash(
                row, description: description, category: nil, details: nil, after: working.booked.head)
            working.pending.add(row, description, hash)
            working.apply(row, hash, payer: payer, payee: payee)
        }
    }

    /// Writes the pending records. Call it before reading their table.
    func writePending(_ connection: Connection) throws(SQLiteError) {
        try working.withLock { working throws(SQLiteError) in try working.pending.write(connection) }
    }

    /// Returns the hash of an account change that follows the newest record.
    func hash(_ row: AccountChangeRow) -> ChainHash {
        working.withLock { working in working.hasher.hash(row, after: working.booked.head) }
    }

    /// The hash of the newest record.
    var head: ChainHash { working.withLock { $0.booked.head } }

    /// Adds an account. Readers see it after the commit.
    func open(_ record: AccountRecord) -> Account { working.withLock { $0.open(record) } }

    /// Applies an account change in memory after it was written.
    func apply(_ row: AccountChangeRow, _ hash: ChainHash, _ record: AccountRecord) {
        working.withLock { working in
            working.booked.change = row.change
            working.booked.at = Instant(microseconds: row.bookedAt)
            working.booked.head = hash
            working.set(record, of: Int(row.account))
        }
    }

    /// Replaces an account in memory after a change outside the chain.
    func apply(_ record: AccountRecord, of number: Int) { working.withLock { $0.set(record, of: number) } }

    /// Applies a record in memory after it was written.
    ///
    /// - Parameter payee: Nil when the record changed the payer only.
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

/// All accounts as the last commit left them. Account 1 is at index 0.
struct PublishedAccounts {
    var records: [AccountRecord] = []
    var states: [AccountState] = []
    var numbers: [String: Int] = [:]
    var numbersByOwner: [String: [Int]] = [:]
    /// The last record whose public number is its sequence. Later ones have their booking time as number.
    var lastCounted: Int64 = 0

    func record(_ number: Int) -> AccountRecord? { records.indices.contains(number - 1) ? records[number - 1] : nil }

    func account(_ number: Int, state: AccountState) -> Account {
        Account(number: number, record: records[number - 1], state: state)
    }

    mutating func append(_ record: AccountRecord) {
        records.append(record)
        states.append(AccountState())
        numbers[record.id] = records.count
        if let owner = record.owner { numbersByOwner[owner, default: []].append(records.count) }
    }
}
