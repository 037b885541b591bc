import Coordination
import Domain
import Signals
import Storage

/// The store in SQLite, with all accounts and balances in memory.
package final class SQLiteLedgerStore: LedgerStore, SQLiteModelStore {
    /// The database with its event feed.
    package let store: Store
    private let accounts: AccountTable
    private let clock: WallClock
    private let checkTurn = CheckTurn()

    /// Opens or creates the database and loads the balances into memory.
    ///
    /// - Parameters:
    ///   - path: The file; its directory exists.
    ///   - clock: The source of booking times.
    /// - Throws: ``StorageError``, ``SQLiteError`` when the database cannot be read.
    package static func open(
        at path: String, clock: WallClock = .system, options: StoreOptions = StoreOptions()
    ) async throws -> SQLiteLedgerStore {
        let accounts = AccountTable()
        let store = try await Store.open(
            at: path, migrations: LedgerMigrations.all, options: options, participants: [accounts],
            renderer: TransferEvents(accounts: accounts))
        try await store.read { try accounts.load($0.connection) }
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
