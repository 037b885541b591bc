import Domain
import Storage

/// Writes rows and what they are made of.
final class MovementWriter {
    /// A user and an account in numbers.
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

    /// Adds rows, of those that are there already none, and marks those that they take back.
    func add(_ movements: [Movement], change: Int64) throws {
        let insert = try connection.statement(
            """
            INSERT INTO transactions (key, user_number, change, account_number, amount_minor, time_us, other_number,
                text_number, said_category, own_category, transfer_id, reverses, reversed_by, is_exchange, withdrawn)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)
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
            insert.bind(movement.key.number, at: 1)
            insert.bind(place.user, at: 2)
            insert.bind(change, at: 3)
            insert.bind(place.account, at: 4)
            insert.bind(movement.amount.minorUnits, at: 5)
            insert.bind(movement.time.microseconds, at: 6)
            insert.bind(other ?? 0, at: 7)
            insert.bind(text, at: 8)
            insert.bind(said ?? 0, at: 9)
            insert.bind(own, at: 10)
            insert.bind(movement.transferID, at: 11)
            insert.bind(movement.reverses, at: 12)
            insert.bind(movement.reversedBy, at: 13)
            insert.bind(movement.isExchange ? 1 : 0, at: 14)
            insert.bind(movement.isWithdrawal ? 1 : 0, at: 15)
            _ = try insert.step()
        }
        for movement in movements {
            guard let reversed = movement.reverses else { continue }
            try connection.run(
                "UPDATE transactions SET reversed_by = ?2, change = ?3, withdrawn = ?4 WHERE transfer_id = ?1"
            ) {
                $0.bind(movement.isWithdrawal ? 1 : 0, at: 4)
                $0.bind(reversed, at: 1)
                $0.bind(movement.transferID, at: 2)
                $0.bind(change, at: 3)
            }
        }
    }

    /// Assigns a category to a row; 0 takes the assignment back.
    func assign(_ category: Int64, to key: MovementKey, transferID: String, user: Int64, change: Int64) throws {
        try connection.run("UPDATE transactions SET own_category = ?2, change = ?3 WHERE key = ?1") {
            $0.bind(key.number, at: 1)
            $0.bind(category, at: 2)
            $0.bind(change, at: 3)
        }
        if category == 0 {
            try connection.run(
                "DELETE FROM own_categories WHERE user_number = ?1 AND transfer_id = ?2 AND side = ?3"
            ) {
                $0.bind(user, at: 1)
                $0.bind(transferID, at: 2)
                $0.bind(key.side.rawValue, at: 3)
            }
        } else {
            try connection.run(
                """
                INSERT INTO own_categories (user_number, transfer_id, side, category_number) VALUES (?1, ?2, ?3, ?4)
                ON CONFLICT DO UPDATE SET category_number = excluded.category_number
                """
            ) {
                $0.bind(user, at: 1)
                $0.bind(transferID, at: 2)
                $0.bind(key.side.rawValue, at: 3)
                $0.bind(category, at: 4)
            }
            try connection.run("UPDATE users SET has_own_categories = 1 WHERE number = ?1") { $0.bind(user, at: 1) }
        }
    }

    private func ownCategory(of movement: Movement, user: Int64) throws -> Int64 {
        try connection.first(
            "SELECT category_number FROM own_categories WHERE user_number = ?1 AND transfer_id = ?2 AND side = ?3",
            bind: {
                $0.bind(user, at: 1)
                $0.bind(movement.transferID, at: 2)
                $0.bind(movement.key.side.rawValue, at: 3)
            }, { $0.int64(at: 0) }) ?? 0
    }

    /// Erases rows of a user, with their texts and assignments.
    ///
    /// - Returns: Whether there were any.
    func erase(of user: Int64, limit: Int) throws -> Bool {
        var rows: [(key: Int64, text: Int64)] = []
        try connection.query(
            "SELECT key, text_number FROM transactions WHERE user_number = ?1 LIMIT ?2",
            bind: {
                $0.bind(user, at: 1)
                $0.bind(limit, at: 2)
            }, { rows.append(($0.int64(at: 0), $0.int64(at: 1))) })
        for row in rows {
            try connection.run("DELETE FROM transactions WHERE key = ?1") { $0.bind(row.key, at: 1) }
        }
        for number in Set(rows.map(\.text)) where number != 0 { try erase(text: number, of: user) }
        try connection.run(
            """
            DELETE FROM own_categories WHERE (user_number, transfer_id, side) IN
                (SELECT user_number, transfer_id, side FROM own_categories WHERE user_number = ?1 LIMIT ?2)
            """
        ) {
            $0.bind(user, at: 1)
            $0.bind(limit, at: 2)
        }
        return !rows.isEmpty || connection.changes > 0
    }

    // MARK: Accounts and users

    /// Keeps an account, or the name of one that is known.
    func keep(_ account: OwnedAccount) throws {
        let user = try number(ofUser: account.userID)
        let isForgotten = try connection.user(account.userID) == nil
        try connection.run(
            """
            INSERT INTO accounts (id, user_number, currency, name) VALUES (?1, ?2, ?3, ?4)
            ON CONFLICT (id) DO UPDATE SET user_number = excluded.user_number, name = excluded.name
            """
        ) {
            $0.bind(account.id, at: 1)
            $0.bind(user, at: 2)
            $0.bind(account.currency.code, at: 3)
            $0.bind(isForgotten ? "" : account.name, at: 4)
        }
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
            FROM accounts a CROSS JOIN users u ON u.number = a.user_number WHERE a.id = ?1
            """,
            bind: { $0.bind(id, at: 1) },
            { row in
                Place(
                    account: row.int64(at: 0), user: row.int64(at: 1), hasOwnCategories: row.int64(at: 2) != 0,
                    isForgotten: row.int64(at: 3) != 0)
            })
    }

    /// The number of an account that is the other side, whoever's it is.
    private func number(ofOther id: String, currency: Currency) throws -> Int64 {
        if let known = otherNumbers[id] { return known }
        var number = try connection.first(HistorySQL.account, bind: { $0.bind(id, at: 1) }, { $0.int64(at: 0) })
        if number == nil {
            try connection.run("INSERT INTO accounts (id, user_number, currency) VALUES (?1, 0, ?2)") {
                $0.bind(id, at: 1)
                $0.bind(currency.code, at: 2)
            }
            number = connection.lastInsertRowID
        }
        otherNumbers[id] = number
        return number ?? 0
    }

    func number(ofUser id: String) throws -> Int64 {
        let known = try connection.first(
            "SELECT number FROM users WHERE id = ?1", bind: { $0.bind(id, at: 1) }, { $0.int64(at: 0) })
        if let known { return known }
        try connection.run("INSERT INTO users (id) VALUES (?1)") { $0.bind(id, at: 1) }
        return connection.lastInsertRowID
    }

    // MARK: Categories and texts

    func number(ofCategory name: String, user: Int64) throws -> Int64 {
        let key = "\(user)z\(name)"
        if let known = categories[key] { return known }
        var number = try connection.first(
            HistorySQL.categoryNumber,
            bind: {
                $0.bind(user, at: 1)
                $0.bind(name, at: 2)
            }, { $0.int64(at: 0) })
        if number == nil {
            try connection.run("INSERT INTO categories (user_number, name) VALUES (?1, ?2)") {
                $0.bind(user, at: 1)
                $0.bind(name, at: 2)
            }
            number = connection.lastInsertRowID
        }
        categories[key] = number
        return number ?? 0
    }

    private func number(ofText text: String, user: Int64) throws -> Int64 {
        guard !text.isEmpty else { return 0 }
        let key = "\(user)z\(text)"
        if let known = recentTexts.number(of: key), try isText(known, text, of: user) { return known }
        try connection.run("INSERT INTO texts (user_number, text) VALUES (?1, ?2)") {
            $0.bind(user, at: 1)
            $0.bind(text, at: 2)
        }
        let number = connection.lastInsertRowID
        try connection.run("INSERT INTO search (rowid, words) VALUES (?1, ?2)") {
            $0.bind(number, at: 1)
            $0.bind(SearchText.indexed(text, of: user), at: 2)
        }
        recentTexts.note(number, of: key)
        return number
    }

    private func isText(_ number: Int64, _ text: String, of user: Int64) throws -> Bool {
        try connection.first(
            "SELECT 1 FROM texts WHERE number = ?1 AND user_number = ?2 AND text = ?3",
            bind: {
                $0.bind(number, at: 1)
                $0.bind(user, at: 2)
                $0.bind(text, at: 3)
            }, { _ in true }) ?? false
    }

    private func erase(text number: Int64, of user: Int64) throws {
        let text = try connection.first(HistorySQL.text, bind: { $0.bind(number, at: 1) }, { $0.text(at: 0) })
        guard let text else { return }
        try connection.run("INSERT INTO search (search, rowid, words) VALUES ('delete', ?1, ?2)") {
            $0.bind(number, at: 1)
            $0.bind(SearchText.indexed(text, of: user), at: 2)
        }
        try connection.run("DELETE FROM texts WHERE number = ?1") { $0.bind(number, at: 1) }
    }
}
