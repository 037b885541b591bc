import Storage

/// The queries of history, in one place so that a test can check their plans against the indexes.
enum HistorySQL {
    /// The number of a user who is not forgotten.
    static let user: StaticString = "SELECT number FROM users WHERE id = ?1 AND forgotten = 0"
    /// The state of the database, and of a user's rules in it.
    static let state: StaticString = """
        SELECT c.number, c.cleared, u.rules_change, u.forgotten
        FROM users u CROSS JOIN changes c WHERE u.number = ?1
        """
    /// The rows of a user with changes after a given one, for the book.
    static let changedRows: StaticString = """
        SELECT key, account_number, amount_minor, time_us, other_number, text_number,
            CASE own_category WHEN 0 THEN said_category ELSE own_category END, reversed_by IS NOT NULL,
            reverses IS NOT NULL, is_exchange, withdrawn
        FROM transactions WHERE user_number = ?1 AND change > ?2
        """
    /// The columns of ``changedRows``.
    enum ChangedRow: Int, ColumnList {
        case key, account, amount, time, other, text, category, isReversed, isReversal, isExchange, isWithdrawn
    }
    /// The columns of a row that are not in a book.
    static let details: StaticString = """
        SELECT t.transfer_id, coalesce(x.text, ''), o.id, t.reverses, t.reversed_by, t.own_category
        FROM transactions t LEFT JOIN texts x ON x.number = t.text_number \
        LEFT JOIN accounts o ON o.number = t.other_number
        WHERE t.key = ?1
        """
    /// The columns of ``details``.
    enum Detail: Int, ColumnList {
        case transfer, description, otherAccount, reverses, reversedBy, ownCategory
    }
    /// The rows of one transfer that belong to one user.
    static let transfer: StaticString = """
        SELECT key, time_us FROM transactions WHERE transfer_id = ?1 AND user_number = ?2 ORDER BY key
        """
    /// The accounts of one user.
    static let accounts: StaticString = "SELECT number, id, currency, name FROM accounts WHERE user_number = ?1"
    /// The number of an account and its user.
    static let account: StaticString = "SELECT number, user_number FROM accounts WHERE id = ?1"
    /// The name of a category.
    static let category: StaticString = "SELECT name FROM categories WHERE number = ?1"
    /// The number of a category.
    static let categoryNumber: StaticString = "SELECT number FROM categories WHERE user_number = ?1 AND name = ?2"
    /// The numbers of the categories of one user from a name up to another one, which is not among them.
    static let categoriesBetween: StaticString = """
        SELECT number FROM categories WHERE user_number = ?1 AND name >= ?2 AND name < ?3
        """
    /// A text.
    static let text: StaticString = "SELECT text FROM texts WHERE number = ?1"
    /// The texts after a number that match an expression.
    static let search: StaticString = "SELECT bits(rowid) FROM search WHERE search MATCH ?1 AND rowid > ?2"
    /// The texts that contain a phrase, the only one of the query; no row when none does.
    static let searchPhrase: StaticString = "SELECT bits_of_phrase(search) FROM search WHERE search MATCH ?1 LIMIT 1"
    /// The first word of the index at or after another, in the order of bytes.
    static let indexedWord: StaticString = "SELECT term FROM search_terms WHERE term >= ?1 LIMIT 1"
    /// The rules, filters and layouts of a user.
    static let preferences: StaticString = "SELECT rules, filters, layouts FROM preferences WHERE user_number = ?1"
    /// The sequence up to which the events of a service are handled.
    static let cursor: StaticString = "SELECT sequence FROM cursors WHERE source = ?1"
    /// The categories of one user with their numbers.
    static let categories: StaticString = "SELECT number, name FROM categories WHERE user_number = ?1"
    /// The number of the last change.
    static let lastChange: StaticString = "SELECT number FROM changes"
    /// A row of a user up to a key that changed after a given change.
    static let changedSince: StaticString = """
        SELECT key FROM transactions WHERE user_number = ?1 AND change > ?2 AND key <= ?3 LIMIT 1
        """
    /// The row that the row with a key reverses: of the same user and account, on the other side.
    static let reversedRow: StaticString = """
        SELECT o.key, o.time_us FROM transactions r
        CROSS JOIN transactions o ON o.transfer_id = r.reverses AND o.account_number = r.account_number
        WHERE r.key = ?1
        """
    /// The time of a half of an exchange.
    static let timeOfExchange: StaticString = "SELECT time_us FROM transactions WHERE key = ?1 AND is_exchange = 1"
    /// The key of the newest row.
    static let newestKey: StaticString = "SELECT max(key) FROM transactions"
    /// The number of rows.
    static let count: StaticString = "SELECT count(*) FROM transactions"
    /// The users with many rows, most rows first.
    static let largestUsers: StaticString = """
        SELECT u.id FROM (
            SELECT user_number, count(*) AS rows FROM transactions GROUP BY user_number
        ) c JOIN users u ON u.number = c.user_number
        WHERE c.rows >= ?1 AND u.forgotten = 0 ORDER BY c.rows DESC LIMIT 100
        """
}
