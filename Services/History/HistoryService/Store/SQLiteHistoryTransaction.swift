import Domain
import Signals
import Storage
import StrictJSON

/// The changes of history within one transaction.
struct SQLiteHistoryTransaction: HistoryTransaction {
    private let transaction: WriteTransaction
    private let shelf: BookShelf
    private let movements: MovementWriter
    private let clock: WallClock
    private var connection: Connection { transaction.connection }

    init(_ transaction: WriteTransaction, shelf: BookShelf, recentTexts: RecentTexts, clock: WallClock) {
        self.transaction = transaction
        self.shelf = shelf
        self.clock = clock
        movements = MovementWriter(connection: transaction.connection, recentTexts: recentTexts)
    }

    var reading: any HistoryReading {
        SQLiteHistoryReading(connection: connection, shelf: shelf, isWithinWrite: true)
    }

    func setLastSequence(_ sequence: Int64) throws {
        try transaction.setCursor(of: SQLiteHistoryStore.source, to: sequence)
    }

    func add(_ accounts: [OwnedAccount]) throws {
        for account in accounts { try movements.keep(account) }
    }

    func add(_ added: [Movement]) throws {
        guard !added.isEmpty else { return }
        try movements.add(added, change: try nextChange())
    }

    func clear() throws {
        for table in ["transactions", "texts", "accounts"] { try connection.execute("DELETE FROM \(table)") }
        try connection.execute("INSERT INTO search (search) VALUES ('delete-all')")
        let change = try nextChange()
        try connection.run("UPDATE changes SET cleared = ?", change)
        try setLastSequence(0)
    }

    // MARK: Preferences of users

    func setRules(_ rules: [CategoryRule], of userID: String) throws {
        try change(of: userID) { preferences, user in
            for rule in rules { _ = try movements.number(ofCategory: rule.category, user: user) }
            let change = try nextChange()
            try connection.run("UPDATE users SET rules_change = ?2 WHERE number = ?1", user, change)
            preferences.rules = rules
        }
    }

    func setFilters(_ filters: [SavedFilter], of userID: String) throws {
        try change(of: userID) { preferences, _ in preferences.filters = filters }
    }

    func setLayouts(_ layouts: [HistorySignal.StatementLayout], of userID: String) throws {
        try change(of: userID) { preferences, _ in preferences.layouts = layouts }
    }

    /// Changes the preferences of a user. The user may have been forgotten a moment ago, while their token is still
    /// valid: then nothing is stored.
    private func change(of userID: String, _ body: (inout Preferences, _ user: Int64) throws -> Void) throws {
        let user = try movements.number(ofUser: userID)
        guard try connection.user(userID) != nil else { return }
        var preferences = try connection.preferences(of: userID)
        try body(&preferences, user)
        let rules = try JSONEncoding.encode(preferences.rules)
        let filters = try JSONEncoding.encode(preferences.filters)
        let layouts = try JSONEncoding.encode(preferences.layouts)
        try connection.run(
            """
            INSERT INTO preferences (user_number, rules, filters, layouts) VALUES (?, ?, ?, ?)
            ON CONFLICT (user_number) DO UPDATE
            SET rules = excluded.rules, filters = excluded.filters, layouts = excluded.layouts
            """, user, rules, filters, layouts)
    }

    func setCategory(
        _ category: String?, ofTransfer transferID: String, accountID: String?, userID: String
    ) throws -> Bool {
        guard let user = try connection.user(userID) else { return false }
        let account = try accountID.map { try connection.accountNumber(of: $0, userID: userID) ?? -1 }
        var keys: [MovementKey] = []
        try connection.query(
            "SELECT key, account_number FROM transactions WHERE transfer_id = ? AND user_number = ?", transferID, user
        ) { (key: Int64, accountNumber: Int64) in
            if account == nil || account == accountNumber { keys.append(MovementKey(number: key)) }
        }
        let number = try category.map { try movements.number(ofCategory: $0, user: user) } ?? 0
        let change = try nextChange()
        for key in keys {
            try movements.assign(number, to: key, transferID: transferID, user: user, change: change)
        }
        return !keys.isEmpty
    }

    func tell(_ event: HistoryEvent.Changed) throws {
        try transaction.append(
            type: HistoryEvent.Changed.type, subject: event.transfer ?? event.userId, time: clock.now(),
            facts: event)
    }

    // MARK: Forgetting

    func forget(userID: String) throws {
        let user = try movements.number(ofUser: userID)
        try connection.run("UPDATE users SET forgotten = 1, has_own_categories = 0 WHERE number = ?", user)
        try connection.run("DELETE FROM preferences WHERE user_number = ?", user)
        try connection.run("DELETE FROM categories WHERE user_number = ?", user)
        try connection.run("UPDATE accounts SET name = '' WHERE user_number = ?", user)
        try transaction.forgetReplies(to: userID)
    }

    func eraseForgotten(limit: Int) throws -> Bool {
        let user: Int64? = try connection.first("SELECT number FROM users WHERE forgotten = 1 LIMIT 1")
        guard let user else { return false }
        if try movements.erase(of: user, limit: limit) { return true }
        try connection.run("UPDATE users SET forgotten = 2 WHERE number = ?", user)
        return true
    }

    /// Returns a new change number for the rows of this transaction.
    private func nextChange() throws -> Int64 {
        try connection.run("UPDATE changes SET number = number + 1")
        return try connection.first("SELECT number FROM changes") ?? 0
    }
}
