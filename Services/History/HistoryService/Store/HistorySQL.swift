/// The questions of history, kept together so that a test can hold each plan against the indexes.
enum HistorySQL {
    /// Of one user and one side, newest first; placeholders as ``MovementQuery`` binds them.
    static let userPage: StaticString = """
        SELECT t.key, t.amount_minor, t.balance_minor, t.time_us, t.transfer_id, t.other_account, t.category,
            t.description, a.id, a.currency
        FROM transactions t CROSS JOIN accounts a ON a.number = t.account_number
        WHERE t.user_number = ?1 AND t.side = ?2 AND t.key BETWEEN ?3 AND ?4 AND t.time_us >= ?5 AND t.time_us < ?6
            AND (?7 IS NULL OR instr(coalesce(t.search_text, t.description), ?7) > 0)
            AND (?8 IS NULL OR t.category = ?8)
            AND t.amount_minor >= CASE a.exponent WHEN 0 THEN ?9 WHEN 2 THEN ?10 ELSE ?11 END
            AND t.amount_minor <= CASE a.exponent WHEN 0 THEN ?12 WHEN 2 THEN ?13 ELSE ?14 END
        ORDER BY t.key DESC LIMIT ?15
        """
    /// Of one account and one side, newest first.
    static let accountPage: StaticString = """
        SELECT t.key, t.amount_minor, t.balance_minor, t.time_us, t.transfer_id, t.other_account, t.category,
            t.description, a.id, a.currency
        FROM transactions t CROSS JOIN accounts a ON a.number = t.account_number
        WHERE t.account_number = ?1 AND t.side = ?2 AND t.key BETWEEN ?3 AND ?4 AND t.time_us >= ?5 AND t.time_us < ?6
            AND (?7 IS NULL OR instr(coalesce(t.search_text, t.description), ?7) > 0)
            AND (?8 IS NULL OR t.category = ?8)
            AND t.amount_minor >= CASE a.exponent WHEN 0 THEN ?9 WHEN 2 THEN ?10 ELSE ?11 END
            AND t.amount_minor <= CASE a.exponent WHEN 0 THEN ?12 WHEN 2 THEN ?13 ELSE ?14 END
        ORDER BY t.key DESC LIMIT ?15
        """
    /// The sum over rows of one account and one side, in halves: together they may outgrow 64 bits.
    static let sumOfRows: StaticString = """
        SELECT coalesce(sum(t.amount_minor >> 31), 0), coalesce(sum(t.amount_minor & 2147483647), 0)
        FROM transactions t
        WHERE t.account_number = ?1 AND t.side = ?2 AND t.key BETWEEN ?3 AND ?4 AND t.time_us >= ?5 AND t.time_us < ?6
            AND (?7 IS NULL OR instr(coalesce(t.search_text, t.description), ?7) > 0)
            AND (?8 IS NULL OR t.category = ?8)
            AND t.amount_minor BETWEEN ?9 AND ?10
        """
    /// The sums over days of one account, in halves.
    static let sumOfDays: StaticString = """
        SELECT coalesce(sum(income_minor >> 31), 0), coalesce(sum(income_minor & 2147483647), 0),
            coalesce(sum(expense_minor >> 31), 0), coalesce(sum(expense_minor & 2147483647), 0)
        FROM daily_totals WHERE account_number = ?1 AND day BETWEEN ?2 AND ?3
        """
    /// Between which keys the rows of some days of one account are.
    static let keysOfDays: StaticString = """
        SELECT min(first_key), max(last_key) FROM daily_totals WHERE account_number = ?1 AND day BETWEEN ?2 AND ?3
        """
    /// The sides of one transfer that are one user's.
    static let transfer: StaticString = """
        SELECT t.key, t.amount_minor, t.balance_minor, t.time_us, t.transfer_id, t.other_account, t.category,
            t.description, a.id, a.currency
        FROM transactions t CROSS JOIN accounts a ON a.number = t.account_number CROSS JOIN users u ON u.number = t.user_number
        WHERE t.transfer_id = ?1 AND u.id = ?2 ORDER BY t.key
        """
    /// The accounts of one user.
    static let accounts: StaticString = """
        SELECT a.number, a.id, a.currency FROM users u JOIN accounts a ON a.user_number = u.number WHERE u.id = ?1
        """
    /// One account of one user.
    static let account: StaticString = """
        SELECT a.number, a.id, a.currency FROM accounts a JOIN users u ON u.number = a.user_number
        WHERE a.id = ?2 AND u.id = ?1
        """
    /// The number of one user.
    static let user: StaticString = "SELECT number FROM users WHERE id = ?1"
    /// How many rows there are.
    static let count: StaticString = "SELECT count(*) FROM transactions"
}
