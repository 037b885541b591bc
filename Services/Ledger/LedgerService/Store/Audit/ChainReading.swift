import Domain
import Signals
import Storage

/// Reads all the books once, in the order they were written, and holds every row against the rules:
///
/// 1. each record's hash follows from the record and the hash before it;
/// 2. a record of a transfer has two accounts of one currency and an amount above zero;
/// 3. what one side pays the other receives: the sum of all balances is zero in each currency;
/// 4. each record of an account follows the one before it: place, balance, what is held, pointer;
/// 5. no account but the world's falls below its overdraft, what is held counted as gone, after any record;
/// 6. records have no gaps and their times increase;
/// 7. a hold is settled once, by a record of the same accounts and not of more; a transfer is reversed once, as it was;
/// 8. nothing moves in or out of a frozen account, nothing happens to a closed one, which is empty;
/// 9. accounts, balances, what left of late, open holds, landmarks, imports and their rows are what the records say;
/// 10. rows cannot be changed.
///
/// It takes time in proportion to the log. What it finds names accounts by their numbers, never by their ids, since
/// everybody may ask for it.
struct ChainReading {
    private var accounts = CheckedAccounts()
    private var holds = CheckedHolds()
    private var imports = CheckedImports()
    private var problems = Problems()
    private var hasher = RecordHasher()
    private var head = ChainHash.none
    private var records: Int64 = 0
    /// Records that only ended a hold, which another record had made a transfer.
    private var settlements: Int64 = 0
    private var changes: Int64 = 0
    private var lastBookedAt: Int64 = .min
    /// The transfer up to which the table of balances was written.
    private var balancesAsOf: Int64 = 0

    /// Reads the snapshot that the connection is in.
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

    /// Both logs as one, in the order of their times.
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
        // What is stored, so that one changed record is reported and not all that follow.
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

/// What a reading of the books found, in words.
struct Problems {
    /// More than these are not kept: one broken row can break all that follow.
    static let most = 100

    private(set) var found: [String] = []

    mutating func note(_ problem: @autoclosure () -> String) {
        if found.count < Self.most { found.append(problem()) }
    }
}
