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

    var now: Instant { clock.now() }

    func open(_ draft: AccountDraft) throws -> Account {
        let account = try writing.open(draft, now: now)
        if let event = AccountPresenter().event(of: account) {
            try transaction.append(
                type: "ledger.accountOpened", subject: account.id, time: account.openedAt,
                data: try JSONEncoding.encode(event))
        }
        return account
    }

    func change(_ account: Account, _ change: AccountChange) throws -> Account {
        let time = try writing.change(account, change, now: now)
        if let event = AccountPresenter().event(of: account, change) {
            try transaction.append(
                type: "ledger.accountChanged", subject: account.id, time: time, data: try JSONEncoding.encode(event))
        }
        return account
    }

    func record(_ draft: RecordDraft, from giver: Account, to getter: Account) throws -> Posting {
        let posting = try writing.write(draft, from: giver, to: getter, now: now)
        try transaction.append(renderedFrom: posting.sequence, of: TransferEvents.source)
        return posting
    }

    func setLimits(_ limits: AccountLimits, of account: Account) throws {
        try writing.setLimits(limits, of: account)
    }

    var orders: any OrderBooks { OrderTables(connection: transaction.connection) }

    var nextSequence: Int64 { accounts.nextTransfer(now).sequence }

    func tell(_ news: OrderNews) throws {
        let time = now
        let event = try OrderNewsPresenter(now: time).event(of: news)
        try transaction.append(type: event.type, subject: event.subject, time: time, data: event.data)
    }

    func story(_ sequence: Int64) throws -> TransferStory? {
        try accounts.writePending(transaction.connection)
        return try PostingReading(connection: transaction.connection, accounts: accounts).story(sequence)
    }

    func expiredHolds(limit: Int) throws -> [Int64] {
        let now = self.now
        var holds: [Int64] = []
        try transaction.connection.query(
            "SELECT hold FROM open_holds WHERE expires_at_us <= ?1 ORDER BY expires_at_us, hold LIMIT ?2",
            bind: {
                $0.bind(now.microseconds, at: 1)
                $0.bind(limit, at: 2)
            },
            { holds.append($0.int64(at: 0)) })
        return holds
    }

    private var writing: RecordWriting { RecordWriting(connection: transaction.connection, accounts: accounts) }

    func attempt<Value>(_ body: () throws -> Value) throws -> Value { try transaction.attempt(body) }

    func once(
        _ request: KeyedRequest?, _ body: () throws -> LedgerOutcome
    ) throws -> Result<LedgerOutcome, Fault> {
        guard let request else { return .success(try body()) }
        let coding = OutcomeCoding(connection: transaction.connection, accounts: accounts)
        return try transaction.once(
            request, storing: LedgerOutcome.storedRefusals,
            restore: { reply in
                // A part of the very same transaction may have made what the reply points to.
                try accounts.writePending(transaction.connection)
                return try coding.outcome(of: reply)
            }, keep: coding.reply(for:), body
        )
    }
}
