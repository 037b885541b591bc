import Coordination
import Domain
import Signals
import Storage

/// The store in SQLite, with all accounts and balances in memory.
package final class SQLiteLedgerStore: LedgerStore, SQLiteModelStore {
    /// The database with its event feed.
    package let store: Store
    let accounts: AccountTable
    let clock: WallClock
    private let checkTurn = CheckTurn()

    /// Opens or creates the database and loads the balances into memory.
    ///
    /// - Parameters:
    ///   - path: The file; its directory exists.
    ///   - clock: The source of booking times.
    ///   - transfersPerSave: The number of transfers after which the balances are written.
    /// - Throws: ``StorageError``, ``SQLiteError`` when the database cannot be read.
    package static func open(
        at path: String, clock: WallClock = .system, options: StoreOptions = StoreOptions(),
        transfersPerSave: Int64 = WorkingAccounts.usualTransfersPerSave
    ) async throws -> SQLiteLedgerStore {
        let accounts = AccountTable(transfersPerSave: transfersPerSave)
        let store = try await Store.open(
            at: path, migrations: LedgerMigrations.all, options: options, participants: [accounts],
            renderer: TransferEvents(accounts: accounts))
        return SQLiteLedgerStore(store: store, accounts: accounts, clock: clock)
    }

    private init(store: Store, accounts: AccountTable, clock: WallClock) {
        self.store = store
        self.accounts = accounts
        self.clock = clock
    }

    /// Finishes pending writes and closes the file.
    package func close() async { await store.close() }

    package func account(_ id: String) -> Account? { accounts.published(id) }

    package func accounts(of owner: String) -> [Account] { accounts.published(of: owner) }

    package func reading(_ transaction: ReadTransaction) -> any LedgerReading {
        SQLiteLedgerReading(connection: transaction.connection, accounts: accounts, clock: clock)
    }

    package func writing(_ transaction: WriteTransaction) -> any LedgerTransaction { ledger(in: transaction) }

    /// Returns ledger's view of a transaction that also does other work.
    func ledger(in transaction: WriteTransaction) -> SQLiteLedgerTransaction {
        SQLiteLedgerTransaction(transaction: transaction, accounts: accounts, clock: clock)
    }

    // Repeats the default of every store, so that it is specialised: every transfer runs it.
    nonisolated(nonsending) package func write<Value: Sendable>(
        deadline: Instant?, weight: Int, _ body: @escaping @Sendable (any LedgerTransaction) throws -> Value
    ) async throws -> Value {
        try await store.write(deadline: deadline, weight: weight) { [self] transaction in
            try body(ledger(in: transaction))
        }
    }

    package func once<S: Signal>(
        _ signal: S, by caller: String, context: SignalContext, weight: Int,
        _ body: @escaping @Sendable (any LedgerTransaction) throws -> S.Answer
    ) async throws -> S.Answer {
        let request = try KeyedRequest(signal, caller: caller, context: context)
        return try await store.write(deadline: context.deadline, weight: weight) { [self] transaction in
            let ledger = ledger(in: transaction)
            guard let request else { return Result<S.Answer, Fault>.success(try body(ledger)) }
            return try transaction.once(
                request, storing: LedgerOutcome.storedRefusals, restore: OutcomeCoding.answer(of:),
                keep: { try StoredAnswer(answer: $0) }, { try body(ledger) })
        }.get()
    }

    package func check() async throws -> LedgerSignal.CheckAnswer {
        try await checkTurn.report { [store] in
            try await store.read { transaction in
                var reading = ChainReading()
                return try reading.read(transaction.connection)
            }
        }
    }
}

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

/// A transaction on the writer's thread.
struct SQLiteLedgerTransaction: LedgerTransaction, LedgerTables {
    let transaction: WriteTransaction
    let accounts: AccountTable
    let clock: WallClock

    var connection: Connection { transaction.connection }

    func writePending() throws(SQLiteError) { try accounts.writePending(connection) }

    func account(_ id: String) -> Account? { accounts.current(id) }

    func accountCount(of owner: String) -> Int { accounts.count(of: owner) }

    var now: Instant { clock.now() }

    func open(_ draft: AccountDraft) throws -> Account {
        let account = try writing.open(draft, now: now)
        // A `world` account has no owner to tell.
        if !account.isWorld {
            let event = LedgerEvent.AccountOpened(account: LedgerSignal.Account(account))
            try transaction.append(
                type: "ledger.accountOpened", subject: account.id, time: account.openedAt,
                facts: event)
        }
        return account
    }

    func change(_ account: Account, _ change: AccountChange) throws -> Account {
        let time = try writing.change(account, change, now: now)
        if !account.isWorld, let change = change.told {
            let event = LedgerEvent.AccountChanged(change: change, account: LedgerSignal.Account(account))
            try transaction.append(
                type: "ledger.accountChanged", subject: account.id, time: time, facts: event)
        }
        return account
    }

    func record(_ draft: RecordDraft, from payer: Account, to payee: Account) throws -> LedgerRecord {
        let before = payer.limits.daily != nil && draft.isSpent ? try spending(of: payer) : nil
        let record = try writing.write(draft, from: payer, to: payee, now: draft.bookedAt ?? now)
        if let before {
            let after = before.after(
                draft.kind, draft.amount.minorUnits, released: draft.released, heldAt: draft.details?.heldAt,
                at: record.bookedAt, in: try zone(of: payer.owner ?? ""))
            try SpentDays(connection: connection).keep(after, of: payer.number)
        }
        try transaction.append(renderedFrom: record.sequence, of: TransferEvents.source)
        return record
    }

    func setLimits(_ limits: AccountLimits, of account: Account) throws {
        let days = SpentDays(connection: connection)
        if limits.daily == nil {
            try days.forget(account.number)
        } else if account.limits.daily == nil {
            try days.keep(try spending(of: account), of: account.number)
        }
        try writing.setLimits(limits, of: account)
    }

    /// Changes the time zone of a user.
    ///
    /// The current day lasts until it has ended in both zones, so that a limit by day cannot be used twice.
    func setZone(_ zone: String, of person: String, revision: Int64) throws {
        let days = SpentDays(connection: connection)
        for account in accounts(of: person) where account.limits.daily != nil {
            try days.keep(try spending(of: account), of: account.number)
        }
        guard try PersonZones(connection: connection).keep(zone, of: person, revision: revision) else {
            return
        }
        for schedule in try schedules(of: person, active: true, limit: .max) {
            for due in try dueRuns(of: schedule.id) { try put(due, of: person) }
        }
    }

    var nextBooking: Instant { accounts.nextBooking(now) }

    func tell<Facts: Encodable>(_ type: String, about subject: String, _ facts: Facts) throws {
        try transaction.append(type: type, subject: subject, time: now, facts: facts)
    }

    func expiredHolds(limit: Int) throws -> [Int64] {
        try connection.all(
            "SELECT hold FROM open_holds WHERE expires_at_us <= ? ORDER BY expires_at_us, hold LIMIT ?", now, limit)
    }

    private var writing: RecordWriting { RecordWriting(connection: connection, accounts: accounts) }

    func attempt<Value>(_ body: () throws -> Value) throws -> Value { try transaction.attempt(body) }

    func once(
        _ request: KeyedRequest?, _ body: () throws -> LedgerOutcome
    ) throws -> Result<LedgerOutcome, Fault> {
        guard let request else { return .success(try body()) }
        let coding = OutcomeCoding(connection: connection, accounts: accounts)
        return try transaction.once(
            request, storing: LedgerOutcome.storedRefusals,
            restore: { reply in
                // The record may have been made in this very transaction.
                try writePending()
                return try coding.outcome(of: reply)
            }, keep: coding.reply(for:), body
        )
    }
}

extension AccountChange {
    /// The change in the event; nil for an opening, which has an event of its own.
    fileprivate var told: LedgerEvent.AccountChange? {
        switch self {
        case .opened: nil
        case .renamed: .renamed
        case .frozen: .frozen
        case .unfrozen: .unfrozen
        case .closed: .closed
        case .overdraftSet: .overdraftSet
        }
    }
}
