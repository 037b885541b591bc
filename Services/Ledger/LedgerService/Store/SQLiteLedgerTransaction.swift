import Coordination
import Domain
import Signals
import Storage
import StrictJSON

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
                data: try JSONEncoding.encode(event))
        }
        return account
    }

    func change(_ account: Account, _ change: AccountChange) throws -> Account {
        let time = try writing.change(account, change, now: now)
        if !account.isWorld, let change = change.told {
            let event = LedgerEvent.AccountChanged(change: change, account: LedgerSignal.Account(account))
            try transaction.append(
                type: "ledger.accountChanged", subject: account.id, time: time, data: try JSONEncoding.encode(event))
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
        try transaction.append(type: type, subject: subject, time: now, data: try JSONEncoding.encode(facts))
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
