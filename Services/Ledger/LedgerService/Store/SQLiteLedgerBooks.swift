import Coordination
import Domain
import Signals
import Storage
import StrictJSON

/// The books within one transaction on the writer's thread.
struct SQLiteLedgerBooks: LedgerBooks {
    let transaction: WriteTransaction
    let accounts: AccountTable
    let clock: WallClock

    func account(_ id: String) -> Account? { accounts.current(id) }

    func accountCount(of owner: String) -> Int { accounts.count(of: owner) }

    func open(_ draft: AccountDraft) throws -> Account {
        let time = accounts.bookingTime(clock.now())
        let account = accounts.open(
            AccountRecord(
                id: draft.id, owner: draft.owner, name: draft.name, currency: draft.currency, status: .active,
                openedAt: time))
        try transaction.connection.run(
            """
            INSERT INTO accounts (number, id, owner, name, currency, status, opened_at_us)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            """
        ) {
            $0.bind(account.number, at: 1)
            $0.bind(account.id, at: 2)
            $0.bind(account.owner, at: 3)
            $0.bind(account.name, at: 4)
            $0.bind(account.currency.code, at: 5)
            $0.bind(account.status.rawValue, at: 6)
            $0.bind(time.microseconds, at: 7)
        }
        try transaction.connection.run(
            "INSERT INTO balances (account, balance_minor, entries, last_transfer) VALUES (?1, 0, 0, 0)"
        ) { $0.bind(account.number, at: 1) }
        if let event = AccountPresenter().event(of: account) {
            try transaction.append(
                type: "ledger.accountOpened", subject: account.id, time: time, data: try JSONEncoding.encode(event))
        }
        return account
    }

    func post(_ order: TransferOrder, from giver: Account, to getter: Account) throws -> Posting {
        let amount = order.amount.minorUnits
        let sequence = accounts.nextTransfer()
        let time = accounts.bookingTime(clock.now())
        let giverState = AccountState(
            balance: giver.state.balance - amount, entries: giver.state.entries + 1, lastTransfer: sequence)
        let getterState = AccountState(
            balance: getter.state.balance + amount, entries: getter.state.entries + 1, lastTransfer: sequence)

        let statement = try transaction.connection.statement(
            """
            INSERT INTO transfers (sequence, booked_at_us, kind, amount_minor,
                giver, giver_entry, giver_balance_minor, giver_previous,
                getter, getter_entry, getter_balance_minor, getter_previous, description, category)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)
            """)
        statement.bind(sequence, at: 1)
        statement.bind(time.microseconds, at: 2)
        statement.bind(order.kind.rawValue, at: 3)
        statement.bind(amount, at: 4)
        statement.bind(giver.number, at: 5)
        statement.bind(giverState.entries, at: 6)
        statement.bind(giverState.balance, at: 7)
        statement.bind(giver.state.lastTransfer, at: 8)
        statement.bind(getter.number, at: 9)
        statement.bind(getterState.entries, at: 10)
        statement.bind(getterState.balance, at: 11)
        statement.bind(getter.state.lastTransfer, at: 12)
        statement.bind(order.description, at: 13)
        statement.bind(order.category, at: 14)
        _ = try statement.step()
        try addLandmark(giver.number, giverState, time)
        try addLandmark(getter.number, getterState, time)

        let posting = Posting(
            sequence: sequence, amount: order.amount,
            giving: PostingSide(
                account: giver.id, owner: giver.owner, entry: giverState.entries, balance: giverState.balance),
            getting: PostingSide(
                account: getter.id, owner: getter.owner, entry: getterState.entries, balance: getterState.balance),
            description: order.description, category: order.category, bookedAt: time)
        var writer = JSONWriter(reservingCapacity: 640)
        PostingPresenter().event(of: posting).write(to: &writer)
        try transaction.append(
            type: "ledger.transferPosted", subject: posting.id, time: time, data: writer.finish())
        accounts.apply(
            sequence, giver: giver.number, giverState: giverState, getter: getter.number, getterState: getterState)
        return posting
    }

    func attempt<Value>(_ body: () throws -> Value) throws -> Value { try transaction.attempt(body) }

    func once(
        _ request: KeyedRequest?, _ body: () throws -> LedgerOutcome
    ) throws -> Result<LedgerOutcome, Fault> {
        guard let request else { return .success(try body()) }
        let coding = OutcomeCoding(connection: transaction.connection, accounts: accounts)
        return try transaction.once(
            request, storing: LedgerOutcome.storedRefusals, restore: coding.outcome(of:), keep: coding.reply(for:), body
        )
    }

    private func addLandmark(_ account: Int, _ state: AccountState, _ time: Instant) throws(SQLiteError) {
        guard state.entries % LedgerMigrations.entriesPerLandmark == 0 else { return }
        try transaction.connection.run("INSERT INTO landmarks (account, booked_at_us, transfer) VALUES (?1, ?2, ?3)") {
            $0.bind(account, at: 1)
            $0.bind(time.microseconds, at: 2)
            $0.bind(state.lastTransfer, at: 3)
        }
    }
}
