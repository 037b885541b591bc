import Domain
import Storage

/// Writes rows and the rows they refer to.
final class MovementWriter {
    /// The numbers of an account and its user.
    private struct Place {
        let account: Int64
        let user: Int64
        let hasOwnCategories: Bool
        let isForgotten: Bool
    }

    private let connection: Connection
    private var places: [String: Place] = [:]
    private var otherNumbers: [String: Int64] = [:]
    private var categories: [String: Int64] = [:]
    private let recentTexts: RecentTexts

    init(connection: Connection, recentTexts: RecentTexts) {
        self.connection = connection
        self.recentTexts = recentTexts
    }

    // MARK: Rows

    /// Adds rows, ignores known ones, and marks the rows that they reverse.
    func add(_ movements: [Movement], change: Int64) throws {
        let insert = try connection.statement(
            """
            INSERT INTO transactions (key, user_number, change, account_number, amount_minor, time_us, other_number,
                text_number, said_category, own_category, transfer_id, reverses, reversed_by, is_exchange, withdrawn)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
        for movement in movements {
            let place = try place(of: movement)
            guard !place.isForgotten else { continue }
            let own = place.hasOwnCategories ? try ownCategory(of: movement, user: place.user) : 0
            let other = try movement.otherAccountID.map {
                try number(ofOther: $0, currency: movement.amount.currency)
            }
            let text = try number(ofText: movement.description, user: place.user)
            let said = try movement.category.map { try number(ofCategory: $0, user: place.user) }
            insert.reset()
            var index = 0
            insert.bind(movement.key.number, after: &index)
            insert.bind(place.user, after: &index)
            insert.bind(change, after: &index)
            insert.bind(place.account, after: &index)
            insert.bind(movement.amount.minorUnits, after: &index)
            insert.bind(movement.time, after: &index)
            insert.bind(other ?? 0, after: &index)
            insert.bind(text, after: &index)
            insert.bind(said ?? 0, after: &index)
            insert.bind(own, after: &index)
            insert.bind(movement.transferID, after: &index)
            insert.bind(movement.reverses, after: &index)
            insert.bind(movement.reversedBy, after: &index)
            insert.bind(movement.isExchange, after: &index)
            insert.bind(movement.isWithdrawal, after: &index)
            _ = try insert.step()
        }
        for movement in movements {
            guard let reversed = movement.reverses else { continue }
            try connection.run(
                "UPDATE transactions SET reversed_by = ?2, change = ?3, withdrawn = ?4 WHERE transfer_id = ?1",
                reversed, movement.transferID, change, movement.isWithdrawal)
        }
    }

    /// Assigns a category to a row; 0 removes the assignment.
    func assign(_ category: Int64, to key: MovementKey, transferID: String, user: Int64, change: Int64) throws {
        try connection.run(
            "UPDATE transactions SET own_category = ?2, change = ?3 WHERE key = ?1", key.number, category, change)
        if category == 0 {
            try connection.run(
                "DELETE FROM own_categories WHERE user_number = ? AND transfer_id = ? AND side = ?", user, transferID,
                key.side.rawValue)
        } else {
            try connection.run(
                """
                INSERT INTO own_categories (user_number, transfer_id, side, category_number) VALUES (?, ?, ?, ?)
                ON CONFLICT DO UPDATE SET category_number = excluded.category_number
                """, user, transferID, key.side.rawValue, category)
            try connection.run("UPDATE users SET has_own_categories = 1 WHERE number = ?", user)
        }
    }

    private func ownCategory(of movement: Movement, user: Int64) throws -> Int64 {
        try connection.first(
            "SELECT category_number FROM own_categories WHERE user_number = ? AND transfer_id = ? AND side = ?", user,
            movement.transferID, movement.key.side.rawValue) ?? 0
    }

    /// Erases rows of a user, with their texts and assignments.
    ///
    /// - Returns: True when there were any.
    func erase(of user: Int64, limit: Int) throws -> Bool {
        let rows = try connection.all(
            "SELECT key, text_number FROM transactions WHERE user_number = ? LIMIT ?", user, limit
        ) { (key: Int64, text: Int64) in (key: key, text: text) }
        for row in rows {
            try connection.run("DELETE FROM transactions WHERE key = ?", row.key)
        }
        for number in Set(rows.map(\.text)) where number != 0 { try erase(text: number, of: user) }
        try connection.run(
            """
            DELETE FROM own_categories WHERE (user_number, transfer_id, side) IN
                (SELECT user_number, transfer_id, side FROM own_categories WHERE user_number = ?
                    ORDER BY transfer_id, side LIMIT ?)
            """, user, limit)
        return !rows.isEmpty || connection.changes > 0
    }

    // MARK: Accounts and users

    /// Stores an account, or the name of a known one.
    func keep(_ account: OwnedAccount) throws {
        let user = try number(ofUser: account.userID)
        let isForgotten = try connection.user(account.userID) == nil
        try connection.run(
            """
            INSERT INTO accounts (id, user_number, currency, name) VALUES (?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET user_number = excluded.user_number, name = excluded.name
            """, account.id, user, account.currency, isForgotten ? "" : account.name)
        places[account.id] = nil
    }

    private func place(of movement: Movement) throws -> Place {
        if let known = places[movement.accountID] { return known }
        var place = try place(ofAccount: movement.accountID)
        if place == nil {
            try keep(
                OwnedAccount(id: movement.accountID, userID: movement.userID, currency: movement.amount.currency))
            place = try self.place(ofAccount: movement.accountID)
        }
        guard let place else { preconditionFailure("An account that was just written is there.") }
        places[movement.accountID] = place
        return place
    }

    private func place(ofAccount id: String) throws -> Place? {
        try connection.first(
            """
            SELECT a.number, u.number, u.has_own_categories, u.forgotten
            FROM accounts a CROSS JOIN users u ON u.number = a.user_number WHERE a.id = ?
            """, id, as: Place.init)
    }

    /// Returns the number of an account on the other side, of any owner.
    private func number(ofOther id: String, currency: Currency) throws -> Int64 {
        if let known = otherNumbers[id] { return known }
        var number = try connection.account(id)?.number
        if number == nil {
            try connection.run("INSERT INTO accounts (id, user_number, currency) VALUES (?, 0, ?)", id, currency)
            number = connection.lastInsertRowID
        }
        otherNumbers[id] = number
        return number ?? 0
    }

    func number(ofUser id: String) throws -> Int64 {
        if let known: Int64 = try connection.first("SELECT number FROM users WHERE id = ?", id) { return known }
        try connection.run("INSERT INTO users (id) VALUES (?)", id)
        return connection.lastInsertRowID
    }

    // MARK: Categories and texts

    func number(ofCategory name: String, user: Int64) throws -> Int64 {
        let key = "\(user)z\(name)"
        if let known = categories[key] { return known }
        var number: Int64? = try connection.first(HistorySQL.categoryNumber, user, name)
        if number == nil {
            try connection.run("INSERT INTO categories (user_number, name) VALUES (?, ?)", user, name)
            number = connection.lastInsertRowID
        }
        categories[key] = number
        return number ?? 0
    }

    private func number(ofText text: String, user: Int64) throws -> Int64 {
        guard !text.isEmpty else { return 0 }
        let key = "\(user)z\(text)"
        if let known = recentTexts.number(of: key), try isText(known, text, of: user) { return known }
        try connection.run("INSERT INTO texts (user_number, text) VALUES (?, ?)", user, text)
        let number = connection.lastInsertRowID
        try connection.run(
            "INSERT INTO search (rowid, words) VALUES (?, ?)", number, SearchText.indexed(text, of: user))
        recentTexts.note(number, of: key)
        return number
    }

    private func isText(_ number: Int64, _ text: String, of user: Int64) throws -> Bool {
        try connection.first(
            "SELECT count(*) FROM texts WHERE number = ? AND user_number = ? AND text = ?", number, user, text) != 0
    }

    private func erase(text number: Int64, of user: Int64) throws {
        guard let text: String = try connection.first(HistorySQL.text, number) else { return }
        try connection.run(
            "INSERT INTO search (search, rowid, words) VALUES ('delete', ?, ?)", number,
            SearchText.indexed(text, of: user))
        try connection.run("DELETE FROM texts WHERE number = ?", number)
    }
}
