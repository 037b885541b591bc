import Domain
import Signals
import Storage

/// The audit: reads all stored data once, in the order of writing, and checks these rules:
///
/// 1. each record's hash follows from the record and the hash before it;
/// 2. a record has two accounts of one currency and an amount above zero;
/// 3. one side pays what the other receives: all balances of a currency sum to zero;
/// 4. each record of an account follows its predecessor: entry number, balance, held amount, pointer;
/// 5. no record leaves the available amount of an account below its overdraft, except of a `world` account;
/// 6. sequences have no gaps and times increase;
/// 7. a hold is settled once, with the same accounts and at most its amount; a transfer is reversed once, as a whole;
/// 8. frozen accounts have no transfers; closed ones are empty and unchanged;
/// 9. accounts, balances, spending, open holds, landmarks, imports and imported rows follow from the records;
/// 10. rows cannot be changed.
///
/// It takes time in proportion to the number of records. Problems name accounts by number, never by id, since everyone
/// may run the audit.
struct ChainReading {
    private var accounts = CheckedAccounts()
    private var holds = CheckedHolds()
    private var imports = CheckedImports()
    private var problems = Problems()
    private var hasher = RecordHasher()
    private var head = ChainHash.none
    private var records: Int64 = 0
    /// The number of records that settle a hold.
    private var settlements: Int64 = 0
    private var changes: Int64 = 0
    private var lastBookedAt: Int64 = .min
    /// The last transfer in the stored balances.
    private var balancesAsOf: Int64 = 0

    /// Checks the snapshot of the connection.
    mutating func read(_ connection: Connection) throws -> LedgerSignal.CheckAnswer {
        try accounts.readBalances(connection)
        balancesAsOf = try connection.first("SELECT balances_as_of FROM books") ?? 0
        try readRecords(connection)
        try accounts.compareAccounts(connection, &problems)
        try accounts.compareLandmarks(connection, &problems)
        try holds.compareOpen(connection, &problems)
        try imports.compare(connection, &problems)
        try checkTriggers(connection)
        return LedgerSignal.CheckAnswer(
            accounts: accounts.peopleCount, transfers: records - settlements, records: records,
            imbalance: accounts.sums(), head: head.hexadecimal, problems: problems.found)
    }

    /// Reads records and account changes in the order of their times.
    private mutating func readRecords(_ connection: Connection) throws(SQLiteError) {
        let changes = try connection.rows(AccountChangeTable.self, "ORDER BY change")
        let transfers = try connection.rows(TransferTable.self, "ORDER BY sequence")
        var isChangeLeft = try changes.step()
        var isCompared = false
        while try transfers.step() {
            let row = try TransferRow(transfers)
            while isChangeLeft, try changes[.bookedAtUs] <= row.bookedAt {
                try check(AccountChangeRow(changes), changes.withBytes(.hash) { ChainHash($0) })
                isChangeLeft = try changes.step()
            }
            if row.sequence > balancesAsOf, !isCompared {
                accounts.compareBalances(&problems)
                isCompared = true
            }
            try check(row, transfers, connection)
        }
        while isChangeLeft {
            try check(AccountChangeRow(changes), changes.withBytes(.hash) { ChainHash($0) })
            isChangeLeft = try changes.step()
        }
        if !isCompared { accounts.compareBalances(&problems) }
    }

    private mutating func check(_ change: AccountChangeRow, _ stored: ChainHash?) {
        changes += 1
        if change.change != changes { problems.note("change \(changes) of an account is missing") }
        changes = change.change
        compare(hasher.hash(change, after: head), stored) { "change \(change.change) of an account" }
        follow(change.bookedAt) { "change \(change.change) of an account" }
        accounts.apply(change, &problems)
    }

    private mutating func check(
        _ row: TransferRow, _ columns: borrowing NamedRow<TransferTable.Columns>, _ connection: Connection
    ) throws(SQLiteError) {
        records += 1
        if row.sequence != records { problems.note("transfer \(records) is missing before \(row.sequence)") }
        records = row.sequence
        let stored = columns.withBytes(.hash) { ChainHash($0) }
        compare(hasher.hash(row, textsOf: columns, after: head), stored) { "transfer \(row.sequence)" }
        follow(row.bookedAt) { "transfer \(row.sequence)" }
        guard let kind = RecordKind(rawValue: row.kind) else {
            problems.note("transfer \(row.sequence) is of an unknown kind")
            return
        }
        guard accounts.areTwo(Int(row.payer), Int(row.payee)), row.amount > 0 else {
            problems.note("transfer \(row.sequence) is no double entry in one currency")
            return
        }
        let details = try read(columns[.details], of: row)
        var ended: CheckedHolds.Open?
        if kind == .hold {
            holds.open(row, details, &problems)
        } else if kind.settlesHold {
            settlements += 1
            ended = holds.settle(row, kind, &problems)
        } else if kind == .reversal {
            try holds.checkReversal(row, connection, &problems)
        } else if row.target != nil {
            problems.note("transfer \(row.sequence) acts on another, which its kind does not")
        }
        if let reference = details?.reference {
            try imports.check(row, kind, reference, details?.imported, connection, &problems)
        } else if let number = details?.imported {
            imports.checkUndo(row, number, &problems)
        }
        accounts.apply(row, kind, ended: ended, &problems)
    }

    private mutating func read(_ details: String?, of row: TransferRow) -> RecordDetails? {
        guard let details else { return nil }
        let read = RecordDetails(stored: details)
        if read == nil { problems.note("the details of transfer \(row.sequence) cannot be read") }
        return read
    }

    private mutating func compare(_ hash: ChainHash, _ stored: ChainHash?, name: () -> String) {
        if stored != hash { problems.note("\(name()) is not what was written: its hash is another") }
        // Continues with the stored hash, so that one changed record is reported once and not with all that follow.
        head = stored ?? hash
    }

    private mutating func follow(_ bookedAt: Int64, name: () -> String) {
        if bookedAt <= lastBookedAt { problems.note("\(name()) is not later than what was booked before it") }
        lastBookedAt = bookedAt
    }

    private mutating func checkTriggers(_ connection: Connection) throws(SQLiteError) {
        for table in ["transfers", "account_changes"] {
            let triggers: Int? = try connection.first(
                """
                SELECT count(*) FROM sqlite_schema
                WHERE type = 'trigger' AND name IN (?1 || '_are_never_changed', ?1 || '_are_never_deleted')
                """, table)
            if triggers != 2 { problems.note("\(table) could be changed: their triggers are missing") }
        }
    }
}

/// The problems found by an audit, in words.
struct Problems {
    /// The most problems kept: one broken row can break all that follow.
    static let most = 100

    private(set) var found: [String] = []

    mutating func note(_ problem: @autoclosure () -> String) {
        if found.count < Self.most { found.append(problem()) }
    }
}

/// The queue of audits: one runs at a time. Requests during a run share the next one, which starts after them and so
/// sees all earlier writes.
actor CheckTurn {
    typealias Report = LedgerSignal.CheckAnswer

    private var running: Task<Report, any Error>?
    private var next: Task<Report, any Error>?

    func report(_ read: @escaping @Sendable () async throws -> Report) async throws -> Report {
        if let next { return try await next.value }
        let before = running
        let mine = Task {
            _ = await before?.result
            self.started()
            return try await read()
        }
        next = mine
        return try await mine.value
    }

    private func started() {
        running = next
        next = nil
    }
}
