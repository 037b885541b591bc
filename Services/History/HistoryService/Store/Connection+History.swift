import Domain
import Signals
import Storage
import StrictJSON

// Small queries for both readings and transactions.

/// The rules, filters and layouts of a user, without assigned categories.
struct Preferences {
    var rules: [CategoryRule] = []
    var filters: [SavedFilter] = []
    var layouts: [HistorySignal.StatementLayout] = []
}

extension Connection {
    /// Returns the number of a user who is not forgotten.
    func user(_ userID: String) throws -> Int64? {
        try first(HistorySQL.user, userID)
    }

    /// Returns the numbers of an account and its user.
    func account(_ id: String) throws -> (number: Int64, user: Int64)? {
        try first(HistorySQL.account, id) { (number: $0, user: $1) }
    }

    /// Returns the number of an account if it is the user's.
    func accountNumber(of accountID: String, userID: String) throws -> Int64? {
        guard let user = try user(userID), let found = try account(accountID), found.user == user else { return nil }
        return found.number
    }

    /// Returns the accounts of a user with their numbers.
    func accounts(of userID: String) throws -> [(number: Int64, account: OwnedAccount)] {
        guard let user = try user(userID) else { return [] }
        return try all(HistorySQL.accounts, user) { (number: Int64, id: String, currency: Currency, name: String) in
            (number, OwnedAccount(id: id, userID: userID, currency: currency, name: name))
        }
    }

    /// Returns the name of a category; nil for 0.
    func category(_ number: Int64) throws -> String? {
        try first(HistorySQL.category, number)
    }

    /// Returns the number of a category of a user; nil if it was never used.
    func categoryNumber(of name: String, userID: String) throws -> Int64? {
        guard let user = try user(userID) else { return nil }
        return try first(HistorySQL.categoryNumber, user, name)
    }

    /// Returns the numbers of a category of a user and of those below it.
    func categoryNumbers(inTree name: String, userID: String) throws -> [Int64] {
        guard let user = try user(userID) else { return [] }
        let separator = MovementCondition.categorySeparator
        // In the order of bytes, ";" follows ":", so this is what begins with the name and ":".
        let below = try all(HistorySQL.categoriesBetween, user, "\(name)\(separator)", "\(name);") {
            (number: Int64) in number
        }
        let own: Int64? = try first(HistorySQL.categoryNumber, user, name)
        return (own.map { [$0] } ?? []) + below
    }

    /// Returns the rules, filters and layouts of a user.
    func preferences(of userID: String) throws -> Preferences {
        guard let user = try user(userID) else { return Preferences() }
        let found = try first(HistorySQL.preferences, user) { (rules: [UInt8], filters: [UInt8], layouts: [UInt8]) in
            (rules: rules, filters: filters, layouts: layouts)
        }
        guard let found else { return Preferences() }
        return Preferences(
            rules: try Self.read(found.rules), filters: try Self.read(found.filters),
            layouts: try Self.read(found.layouts))
    }

    /// The limits of the reader are for input of others. This content is our own.
    private static func read<Value: Decodable>(_ content: [UInt8]) throws -> Value {
        try JSONDocument(content, limits: .ofLength(content.count)).root.decode(Value.self)
    }
}
