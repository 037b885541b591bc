import Domain
import Storage

/// What can be done, within one transaction.
struct SQLiteHistoryTransaction: SQLiteHistoryQueries, HistoryTransaction {
    let transaction: WriteTransaction
    var connection: Connection { transaction.connection }

    func lastSequence() throws -> Int64 { try transaction.cursor(of: SQLiteHistoryStore.source) }

    func setLastSequence(_ sequence: Int64) throws {
        try transaction.setCursor(of: SQLiteHistoryStore.source, to: sequence)
    }

    func add(_ accounts: [OwnedAccount]) throws {
        for account in accounts { _ = try numbers(of: account) }
    }

    func add(_ movements: [Movement]) throws {
        var known: [String: (user: Int64, account: Int64)] = [:]
        var days: [DayOfAccount: DayTotal] = [:]
        let insert = try connection.statement(
            """
            INSERT INTO transactions (key, user_number, side, account_number, amount_minor, balance_minor, time_us,
                transfer_id, other_account, category, description, search_text)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
            """)
        for movement in movements {
            let numbers =
                try known[movement.accountID]
                ?? numbers(
                    of: OwnedAccount(
                        id: movement.accountID, userID: movement.userID, currency: movement.amount.currency))
            known[movement.accountID] = numbers
            let searchText = movement.description.lowercased()
            insert.reset()
            insert.bind(movement.key.number, at: 1)
            insert.bind(numbers.user, at: 2)
            insert.bind(movement.key.side.rawValue, at: 3)
            insert.bind(numbers.account, at: 4)
            insert.bind(movement.amount.minorUnits, at: 5)
            insert.bind(movement.balanceAfter.minorUnits, at: 6)
            insert.bind(movement.time.microseconds, at: 7)
            insert.bind(movement.transferID, at: 8)
            insert.bind(movement.otherAccountID, at: 9)
            insert.bind(movement.category, at: 10)
            insert.bind(movement.description, at: 11)
            insert.bind(searchText == movement.description ? nil : searchText, at: 12)
            _ = try insert.step()
            let day = DayOfAccount(account: numbers.account, day: Int64(movement.time.dayInUTC.daysSince1970))
            days[day, default: DayTotal(movement.amount.currency)].add(movement)
        }
        for (day, total) in days { try add(total, to: day) }
    }

    func clear() throws {
        for table in ["transactions", "daily_totals", "accounts", "users"] {
            try connection.execute("DELETE FROM \(table)")
        }
        try setLastSequence(0)
    }

    // MARK: Days

    private struct DayOfAccount: Hashable {
        let account: Int64
        let day: Int64
    }

    /// What a page adds to a day.
    private struct DayTotal {
        private(set) var total: CurrencyTotal
        private(set) var firstKey = Int64.max
        private(set) var lastKey = Int64.min

        init(_ currency: Currency) { total = CurrencyTotal(currency) }

        mutating func add(_ movement: Movement) {
            total.add(movement.amount.minorUnits, to: movement.key.side)
            firstKey = min(firstKey, movement.key.number)
            lastKey = max(lastKey, movement.key.number)
        }
    }

    private func add(_ added: DayTotal, to day: DayOfAccount) throws {
        // Sums stay at the largest number, as those of CurrencyTotal do: SQLite would go over to floating point.
        try connection.run(
            """
            INSERT INTO daily_totals AS d (account_number, day, income_minor, expense_minor, first_key, last_key)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6)
            ON CONFLICT (account_number, day) DO UPDATE SET
                income_minor = CASE WHEN d.income_minor > 9223372036854775807 - excluded.income_minor
                    THEN 9223372036854775807 ELSE d.income_minor + excluded.income_minor END,
                expense_minor = CASE WHEN d.expense_minor > 9223372036854775807 - excluded.expense_minor
                    THEN 9223372036854775807 ELSE d.expense_minor + excluded.expense_minor END,
                first_key = min(d.first_key, excluded.first_key), last_key = max(d.last_key, excluded.last_key)
            """
        ) {
            $0.bind(day.account, at: 1)
            $0.bind(day.day, at: 2)
            $0.bind(added.total.income, at: 3)
            $0.bind(added.total.expense, at: 4)
            $0.bind(added.firstKey, at: 5)
            $0.bind(added.lastKey, at: 6)
        }
    }

    // MARK: Numbers

    private func numbers(of account: OwnedAccount) throws -> (user: Int64, account: Int64) {
        let known = try connection.first(
            "SELECT user_number, number FROM accounts WHERE id = ?1", bind: { $0.bind(account.id, at: 1) },
            { row in (user: row.int64(at: 0), account: row.int64(at: 1)) })
        if let known { return known }
        let user = try number(ofUser: account.userID)
        try connection.run("INSERT INTO accounts (id, user_number, currency, exponent) VALUES (?1, ?2, ?3, ?4)") {
            $0.bind(account.id, at: 1)
            $0.bind(user, at: 2)
            $0.bind(account.currency.code, at: 3)
            $0.bind(account.currency.exponent, at: 4)
        }
        return (user, connection.lastInsertRowID)
    }

    private func number(ofUser id: String) throws -> Int64 {
        let known = try connection.first(HistorySQL.user, bind: { $0.bind(id, at: 1) }, { $0.int64(at: 0) })
        if let known { return known }
        try connection.run("INSERT INTO users (id) VALUES (?1)") { $0.bind(id, at: 1) }
        return connection.lastInsertRowID
    }
}
