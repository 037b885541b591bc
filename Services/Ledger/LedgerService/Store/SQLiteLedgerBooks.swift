import Coordination
import Domain
import Reasons
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
        let before = giver.limits.daily != nil && draft.isSpent ? try spending(of: giver) : nil
        let posting = try writing.write(draft, from: giver, to: getter, now: draft.bookedAt ?? now)
        if let before {
            let after = before.after(
                draft.kind, draft.amount.minorUnits, released: draft.released, heldAt: draft.details?.heldAt,
                at: posting.bookedAt, in: try orders.zone(of: giver.owner ?? ""))
            try SpentDays(connection: transaction.connection).keep(after, of: giver.number)
        }
        try transaction.append(renderedFrom: posting.sequence, of: TransferEvents.source)
        return posting
    }

    func spending(of account: Account) throws -> DailySpending {
        try SpentDays(connection: transaction.connection).spending(
            of: account, at: now, in: try orders.zone(of: account.owner ?? "")
        ) {
            // Of an account without a limit by day nothing is kept but its records.
            try accounts.writePending(transaction.connection)
        }
    }

    func setLimits(_ limits: AccountLimits, of account: Account) throws {
        let days = SpentDays(connection: transaction.connection)
        if limits.daily == nil {
            try days.forget(account.number)
        } else if account.limits.daily == nil {
            try days.keep(try spending(of: account), of: account.number)
        }
        try writing.setLimits(limits, of: account)
    }

    /// Counts the days of a person by other clocks from now on.
    ///
    /// The day that runs goes on until both clocks have ended it, so that a limit by day is not had twice.
    func setZone(_ zone: String, of person: String, revision: Int64) throws {
        let days = SpentDays(connection: transaction.connection)
        for account in accounts(of: person) where account.limits.daily != nil {
            try days.keep(try spending(of: account), of: account.number)
        }
        guard try PersonZones(connection: transaction.connection).keep(zone, of: person, revision: revision) else {
            return
        }
        for schedule in try orders.schedules(of: person, active: true, limit: .max) {
            for due in try orders.dueRuns(of: schedule.id) { try orders.put(due, of: person) }
        }
    }

    var orders: any OrderBooks { OrderTables(connection: transaction.connection) }

    var nextBooking: Instant { accounts.nextBooking(now) }

    func tell(_ news: OrderNews) throws {
        let time = now
        let event = try OrderNewsPresenter(now: time, zone: try orders.zone(of: news.owner)).event(of: news)
        try transaction.append(type: event.type, subject: event.subject, time: time, data: event.data)
    }

    func story(_ sequence: Int64) throws -> TransferStory? {
        try accounts.writePending(transaction.connection)
        return try PostingReading(connection: transaction.connection, accounts: accounts).story(sequence)
    }

    func story(ofTransfer id: String) throws -> TransferStory? {
        try accounts.writePending(transaction.connection)
        return try PostingReading(connection: transaction.connection, accounts: accounts).story(ofTransfer: id)
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
