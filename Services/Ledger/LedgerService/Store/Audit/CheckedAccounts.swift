import Domain
import Signals
import Storage

/// The accounts during an audit, as the records so far made them.
struct CheckedAccounts {
    /// The figures of one account.
    private struct Figures {
        var counted = AccountState()
        /// The balance stated by the last record, which users see.
        var stated: Int64 = 0
        var overdraft: Int64 = 0
        var status = AccountStatus.active
        var isWorld = false
        var currency: Currency?
    }

    private var figures: [Figures] = []
    private var newest: [AccountChangeRow] = []
    private var openedAt: [Int64] = []
    private var kept: [Int: AccountState] = [:]
    /// The number of accounts at the time of the stored balances, which are compared with the figures of that time.
    private var comparedCount = 0
    private var landmarks: [Landmark] = []

    private struct Landmark: Hashable, Comparable {
        let account: Int64
        let bookedAt: Int64
        let transfer: Int64

        static func < (left: Landmark, right: Landmark) -> Bool {
            (left.account, left.bookedAt) < (right.account, right.bookedAt)
        }
    }

    /// The number of users' accounts.
    var peopleCount: Int64 { Int64(figures.count { !$0.isWorld }) }

    /// True for two accounts of one currency.
    func areTwo(_ payer: Int, _ payee: Int) -> Bool {
        guard payer >= 1, payer <= figures.count, payee >= 1, payee <= figures.count, payer != payee else {
            return false
        }
        return figures[payer - 1].currency == figures[payee - 1].currency && figures[payer - 1].currency != nil
    }

    /// Returns the sums of the stated balances by currency.
    func sums() -> [Money] {
        var sums: [Currency: Int64] = [:]
        for account in figures {
            if let currency = account.currency { sums[currency, default: 0] &+= account.stated }
        }
        return sums.map { Money(minorUnits: $0.value, currency: $0.key) }.sorted { $0.currency.code < $1.currency.code }
    }

    mutating func readBalances(_ connection: Connection) throws { kept = try BalanceTable.all(connection) }

    mutating func apply(_ change: AccountChangeRow, _ problems: inout Problems) {
        guard let kind = AccountChange(rawValue: change.kind), let status = AccountStatus(number: change.status),
            let currency = Currency(code: change.currency)
        else {
            problems.note("change \(change.change) of an account cannot be read")
            return
        }
        if kind == .opened {
            guard change.account == Int64(figures.count) + 1 else {
                problems.note("change \(change.change) opens account \(change.account), not \(figures.count + 1)")
                return
            }
            figures.append(Figures(isWorld: change.owner == nil, currency: currency))
            newest.append(change)
            openedAt.append(change.bookedAt)
            return
        }
        guard change.account >= 1, change.account <= figures.count else {
            problems.note("change \(change.change) is of an account that is not there")
            return
        }
        let index = Int(change.account) - 1
        let before = newest[index]
        var expected = before
        expected.change = change.change
        expected.bookedAt = change.bookedAt
        expected.kind = change.kind
        switch kind {
        case .opened: break
        case .renamed: expected.name = change.name
        case .frozen: expected.status = AccountStatus.frozen.number
        case .unfrozen: expected.status = AccountStatus.active.number
        case .closed: expected.status = AccountStatus.closed.number
        case .overdraftSet: expected.overdraft = change.overdraft
        }
        if change != expected || figures[index].status == .closed {
            problems.note("change \(change.change) of account \(change.account) does not follow from the one before it")
        }
        figures[index].status = status
        figures[index].overdraft = change.overdraft
        newest[index] = change
        let state = figures[index].counted
        if status == .closed, state.balance != 0 || state.held != 0 {
            problems.note("change \(change.change) closes account \(change.account), which is not empty")
        }
        if state.available < -change.overdraft, !figures[index].isWorld {
            problems.note("change \(change.change) leaves account \(change.account) below its overdraft")
        }
    }

    /// - Parameter ended: The hold that the record settles, if any.
    mutating func apply(
        _ row: TransferRow, _ kind: RecordKind, ended: CheckedHolds.Open?, _ problems: inout Problems
    ) {
        let moved = kind.movesMoney ? row.amount : 0
        let released = ended?.amount ?? 0
        let held = (kind == .hold ? row.amount : 0) - released
        count(
            row, Int(row.payer), -moved, held: held,
            stated: AccountState(
                balance: row.payerBalance, held: row.payerHeld, entries: row.payerEntry,
                lastTransfer: row.payerPrevious),
            kind, &problems)
        let stated = AccountState(
            balance: row.payeeBalance, held: row.payeeHeld, entries: row.payeeEntry,
            lastTransfer: row.payeePrevious)
        if kind.movesMoney {
            count(
                row, Int(row.payee), moved, held: 0, stated: stated, kind, &problems)
        } else if stated != AccountState() {
            problems.note("transfer \(row.sequence) moves no money and touches two accounts")
        }
    }

    /// - Parameter stated: The figures of the record; `lastTransfer` is the preceding one.
    private mutating func count(
        _ row: TransferRow, _ number: Int, _ amount: Int64, held: Int64, stated: AccountState,
        _ kind: RecordKind, _ problems: inout Problems
    ) {
        let index = number - 1
        let before = figures[index].counted
        let after = AccountState(
            balance: before.balance &+ amount, held: before.held &+ held, entries: before.entries + 1,
            lastTransfer: row.sequence)
        figures[index].counted = after
        figures[index].stated = stated.balance
        if after.entries % RecordWriting.entriesPerLandmark == 0 {
            landmarks.append(Landmark(account: Int64(number), bookedAt: row.bookedAt, transfer: row.sequence))
        }
        let status = figures[index].status
        guard
            stated.entries != after.entries || stated.balance != after.balance || stated.held != after.held
                || stated.lastTransfer != before.lastTransfer || status != .active
                || (after.balance &- after.held < 0 && !figures[index].isWorld) || after.held < 0
        else { return }
        note(row.sequence, number, before, after, stated, figures[index], kind, &problems)
    }

    private func note(
        _ sequence: Int64, _ account: Int, _ before: AccountState, _ after: AccountState, _ stated: AccountState,
        _ figures: Figures, _ kind: RecordKind, _ problems: inout Problems
    ) {
        if stated.entries != after.entries {
            problems.note("transfer \(sequence) is entry \(stated.entries) of account \(account), not \(after.entries)")
        }
        if stated.balance != after.balance {
            problems.note(
                "transfer \(sequence) leaves a balance in account \(account) that does not follow from its amount")
        }
        if stated.held != after.held || after.held < 0 {
            problems.note("transfer \(sequence) leaves held in account \(account) what does not follow from its amount")
        }
        if stated.lastTransfer != before.lastTransfer {
            problems.note(
                "transfer \(sequence) points to \(stated.lastTransfer) as the one before it in account \(account)")
        }
        if after.available < -figures.overdraft, !figures.isWorld {
            problems.note("transfer \(sequence) leaves account \(account) below zero and its overdraft")
        }
        if figures.status == .closed || figures.status == .frozen && kind != .void && kind != .expiry {
            problems.note("transfer \(sequence) touches account \(account), which is \(figures.status)")
        }
    }

    mutating func compareBalances(_ problems: inout Problems) {
        comparedCount = figures.count
        for (index, account) in figures.enumerated() where kept[index + 1] != account.counted {
            problems.note("the balance of account \(index + 1) is not what its entries add up to")
        }
    }

    /// Compares the table of accounts with the newest change of each.
    func compareAccounts(_ connection: Connection, _ problems: inout Problems) throws {
        let row = try connection.rows(StoredAccountTable.self, "ORDER BY number")
        var count = 0
        while try row.step() {
            count += 1
            let number: Int = try row[.number]
            guard number >= 1, number <= newest.count, number == count else {
                problems.note("account \(number) was never opened, or one before it is missing")
                continue
            }
            let change = newest[number - 1]
            // An account opened after the balances were written has an empty balance there.
            if number > comparedCount, kept[number] != AccountState() {
                problems.note("the balance of account \(number) is not what its entries add up to")
            }
            let isSame =
                try row[.id] == change.id && row[.owner] == change.owner && row[.currency] == change.currency
                && row[.name] == change.name && row[.status] == change.status
                && row[.overdraftMinor] == change.overdraft && row[.openedAtUs] == openedAt[number - 1]
            if !isSame { problems.note("account \(number) is not what its changes made of it") }
        }
        if count != newest.count { problems.note("\(newest.count) accounts were opened, \(count) are there") }
        if kept.count != newest.count {
            problems.note("\(newest.count) accounts were opened, \(kept.count) have balances")
        }
    }

    /// Compares the landmarks with the records.
    func compareLandmarks(_ connection: Connection, _ problems: inout Problems) throws(SQLiteError) {
        let expected = landmarks.sorted()
        let found = try connection.all(
            "SELECT account, booked_at_us, transfer FROM landmarks ORDER BY account, booked_at_us", as: Landmark.init)
        if !expected.starts(with: found) {
            problems.note("the landmarks of past balances are not where the records put them")
        } else if found.count < expected.count {
            problems.note("landmarks of past balances are missing")
        }
    }
}
