import Domain
import Storage

/// The questions of statements, kept together so that a test can hold each plan against the indexes.
enum StatementSQL {
    /// One account of one user.
    static let account: StaticString = """
        SELECT a.currency FROM accounts a JOIN users u ON u.number = a.user_number WHERE a.id = ?1 AND u.id = ?2
        """
    /// What the days before one add up to, in halves: together they may outgrow 64 bits on the way.
    static let balance: StaticString = """
        SELECT coalesce(sum(d.income_minor >> 31), 0) - coalesce(sum(d.expense_minor >> 31), 0),
            coalesce(sum(d.income_minor & 2147483647), 0) - coalesce(sum(d.expense_minor & 2147483647), 0)
        FROM accounts a CROSS JOIN daily_totals d ON d.account_number = a.number
        WHERE a.id = ?1 AND d.day < ?2
        """
    /// The newest key of all.
    static let newest: StaticString = "SELECT max(key) FROM transactions"
    /// Of one account, the oldest first.
    static let rows: StaticString = """
        SELECT t.key, t.amount_minor, t.balance_minor, t.time_us, t.transfer_id, t.other_account, t.category,
            t.description
        FROM accounts a CROSS JOIN transactions t ON t.account_number = a.number
        WHERE a.id = ?1 AND (t.time_us, t.key) > (?2, ?3) AND t.time_us < ?4 AND t.key <= ?5
        ORDER BY t.time_us, t.key LIMIT ?6
        """
}

extension SQLiteHistoryQueries {
    func account(_ id: String, of userID: String) throws -> OwnedAccount? {
        try connection.first(
            StatementSQL.account,
            bind: {
                $0.bind(id, at: 1)
                $0.bind(userID, at: 2)
            },
            { row in
                guard let currency = Currency(code: row.text(at: 0)) else {
                    preconditionFailure("An account was stored in a currency that there is not.")
                }
                return OwnedAccount(id: id, userID: userID, currency: currency)
            })
    }

    func balance(of account: OwnedAccount, before day: CalendarDay) throws -> Int64 {
        try connection.first(
            StatementSQL.balance,
            bind: {
                $0.bind(account.id, at: 1)
                $0.bind(day.daysSince1970, at: 2)
            },
            { row in Int64(clamping: Int128(row.int64(at: 0)) << 31 + Int128(row.int64(at: 1))) }) ?? 0
    }

    func newestKey() throws -> MovementKey? {
        try connection.first(StatementSQL.newest) { row in row.optionalInt64(at: 0).map(MovementKey.init(number:)) }
            ?? nil
    }

    func movements(
        of account: OwnedAccount, in period: Period, after place: StatementPlace?, upTo newest: MovementKey, limit: Int
    ) throws -> [Movement] {
        var found: [Movement] = []
        try connection.query(
            StatementSQL.rows,
            bind: { statement in
                statement.bind(account.id, at: 1)
                // Before the first moment of the period comes the one with the least key in it.
                statement.bind(place?.time.microseconds ?? period.start?.microseconds ?? .min, at: 2)
                statement.bind(place?.key.number ?? .min, at: 3)
                statement.bind(period.end?.microseconds ?? .max, at: 4)
                statement.bind(newest.number, at: 5)
                statement.bind(limit, at: 6)
            },
            { row in
                found.append(
                    Movement(
                        key: MovementKey(number: row.int64(at: 0)), transferID: row.text(at: 4),
                        userID: account.userID, accountID: account.id, otherAccountID: row.optionalText(at: 5),
                        amount: Money(minorUnits: row.int64(at: 1), currency: account.currency),
                        balanceAfter: Money(minorUnits: row.int64(at: 2), currency: account.currency),
                        description: row.text(at: 7), category: row.optionalText(at: 6),
                        time: Instant(microseconds: row.int64(at: 3))))
            })
        return found
    }
}
