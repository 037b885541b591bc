import Domain
import Storage

/// Reads all the books once, in the order they were written, and holds every row against the rules:
///
/// 1. a transfer has two sides, two accounts of one currency, an amount above zero;
/// 2. what one side gives the other gets: the sum of all balances is zero in each currency;
/// 3. each entry follows the one before it: sequence, balance, pointer;
/// 4. no account but the world's is ever below zero, after any entry;
/// 5. transfers have no gaps and their times increase;
/// 6. balances are what the entries add up to;
/// 7. rows cannot be changed.
struct BooksReading {
    private struct Seen {
        let id: String
        let currency: Currency
        let isWorld: Bool
        let kept: AccountState
        var counted = AccountState()
        /// The balance that the last entry states, which is what people see.
        var stated: Int64 = 0
    }

    private var seen: [Seen] = []
    private var problems: [String] = []
    private var transfers: Int64 = 0
    private var lastBookedAt: Int64 = .min
    /// The transfer up to which the table of balances was written.
    private var balancesAsOf: Int64 = 0

    /// Reads the snapshot that the connection is in.
    mutating func read(_ connection: Connection) throws(SQLiteError) -> BooksReport {
        try readAccounts(connection)
        balancesAsOf = try connection.first("SELECT balances_as_of FROM books") { $0.int64(at: 0) } ?? 0
        try readTransfers(connection)
        try checkTriggers(connection)
        return BooksReport(
            accounts: Int64(seen.count { !$0.isWorld }), transfers: transfers, imbalance: sums(), problems: problems)
    }

    private mutating func readAccounts(_ connection: Connection) throws(SQLiteError) {
        let statement = try connection.statement(
            """
            SELECT number, id, owner, currency, balance_minor, entries, last_transfer
            FROM accounts LEFT JOIN balances ON account = number ORDER BY number
            """)
        while try statement.step() {
            let row = statement.row.int64(at: 0)
            guard row == Int64(seen.count) + 1, let currency = Currency(code: statement.row.text(at: 3)),
                !statement.row.isNull(at: 4)
            else {
                // What follows would be counted for the wrong accounts.
                throw SQLiteError(code: .corrupt, message: "The row of account \(row) cannot be right.")
            }
            seen.append(
                Seen(
                    id: statement.row.text(at: 1), currency: currency, isWorld: statement.row.isNull(at: 2),
                    kept: AccountState(
                        balance: statement.row.int64(at: 4), entries: statement.row.int64(at: 5),
                        lastTransfer: statement.row.int64(at: 6))))
        }
    }

    private mutating func readTransfers(_ connection: Connection) throws(SQLiteError) {
        let statement = try connection.statement(
            """
            SELECT sequence, booked_at_us, amount_minor,
                giver, giver_entry, giver_balance_minor, giver_previous,
                getter, getter_entry, getter_balance_minor, getter_previous
            FROM transfers ORDER BY sequence
            """)
        var isCompared = false
        defer { if !isCompared { compareBalances() } }
        while try statement.step() {
            let sequence = statement.row.int64(at: 0)
            if sequence > balancesAsOf, !isCompared {
                compareBalances()
                isCompared = true
            }
            transfers += 1
            if sequence != transfers { note("transfer \(transfers) is missing before \(sequence)") }
            transfers = sequence
            let bookedAt = statement.row.int64(at: 1)
            if bookedAt <= lastBookedAt { note("transfer \(sequence) is not later than the one before it") }
            lastBookedAt = bookedAt

            let amount = statement.row.int64(at: 2)
            let giver = Int(statement.row.int64(at: 3))
            let getter = Int(statement.row.int64(at: 7))
            guard (1...seen.count).contains(giver), (1...seen.count).contains(getter), giver != getter, amount > 0,
                seen[giver - 1].currency == seen[getter - 1].currency
            else {
                note("transfer \(sequence) is no double entry in one currency")
                continue
            }
            count(
                sequence, giver, -amount, entry: statement.row.int64(at: 4), balance: statement.row.int64(at: 5),
                previous: statement.row.int64(at: 6))
            count(
                sequence, getter, amount, entry: statement.row.int64(at: 8), balance: statement.row.int64(at: 9),
                previous: statement.row.int64(at: 10))
        }
    }

    private mutating func count(
        _ sequence: Int64, _ number: Int, _ amount: Int64, entry: Int64, balance: Int64, previous: Int64
    ) {
        let before = seen[number - 1].counted
        if entry != before.entries + 1 {
            note("transfer \(sequence) is entry \(entry) of \(seen[number - 1].id), not \(before.entries + 1)")
        }
        if balance != before.balance &+ amount {
            note("transfer \(sequence) leaves a balance in \(seen[number - 1].id) that does not follow from its amount")
        }
        if previous != before.lastTransfer {
            note("transfer \(sequence) points to \(previous) as the one before it in \(seen[number - 1].id)")
        }
        if balance < 0, !seen[number - 1].isWorld {
            note("transfer \(sequence) leaves \(seen[number - 1].id) below zero")
        }
        seen[number - 1].stated = balance
        seen[number - 1].counted = AccountState(
            balance: before.balance &+ amount, entries: before.entries + 1, lastTransfer: sequence)
    }

    private mutating func compareBalances() {
        for account in seen where account.kept != account.counted {
            note("the balance of \(account.id) is not what its entries add up to")
        }
    }

    private mutating func checkTriggers(_ connection: Connection) throws(SQLiteError) {
        let triggers = try connection.first(
            "SELECT count(*) FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'transfers'"
        ) { $0.int64(at: 0) }
        if triggers != 2 { note("transfers could be changed: their triggers are missing") }
    }

    /// The sum of the balances that the last entries state.
    private func sums() -> [Money] {
        var sums: [Currency: Int64] = [:]
        for account in seen { sums[account.currency, default: 0] &+= account.stated }
        return sums.map { Money(minorUnits: $0.value, currency: $0.key) }.sorted { $0.currency.code < $1.currency.code }
    }

    private mutating func note(_ problem: String) {
        if problems.count < BooksReport.mostProblems { problems.append(problem) }
    }
}
