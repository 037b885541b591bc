import Domain
import Storage
import StrictJSON

// Small questions that both readings and writings ask.

/// What a user made, apart from assignments.
struct Preferences {
    var rules: [CategoryRule] = []
    var filters: [SavedFilter] = []
}

extension Connection {
    /// The number of a user who was not forgotten.
    func user(_ userID: String) throws -> Int64? {
        try first(HistorySQL.user, userID)
    }

    /// The number of an account and of its user.
    func account(_ id: String) throws -> (number: Int64, user: Int64)? {
        try first(HistorySQL.account, id) { (number: $0, user: $1) }
    }

    /// The number of an account, if it is the user's.
    func accountNumber(of accountID: String, userID: String) throws -> Int64? {
        guard let user = try user(userID), let found = try account(accountID), found.user == user else { return nil }
        return found.number
    }

    /// The accounts of a user, and their numbers.
    func accounts(of userID: String) throws -> [(number: Int64, account: OwnedAccount)] {
        guard let user = try user(userID) else { return [] }
        return try all(HistorySQL.accounts, user) { (number: Int64, id: String, currency: Currency, name: String) in
            (number, OwnedAccount(id: id, userID: userID, currency: currency, name: name))
        }
    }

    /// The name of a category; nil for 0.
    func category(_ number: Int64) throws -> String? {
        try first(HistorySQL.category, number)
    }

    /// The number of a category of a user, if anything ever had it.
    func categoryNumber(of name: String, userID: String) throws -> Int64? {
        guard let user = try user(userID) else { return nil }
        return try first(HistorySQL.categoryNumber, user, name)
    }

    /// What a user made.
    func preferences(of userID: String) throws -> Preferences {
        guard let user = try user(userID) else { return Preferences() }
        let found = try first(HistorySQL.preferences, user) { (rules: [UInt8], filters: [UInt8]) in
            (rules: rules, filters: filters)
        }
        guard let found else { return Preferences() }
        return Preferences(rules: try Self.read(found.rules), filters: try Self.read(found.filters))
    }

    /// We wrote it ourselves: the limits are for strangers.
    private static func read<Value: Decodable>(_ content: [UInt8]) throws -> Value {
        try JSONDocument(
            content, limits: JSONLimits(maximumBytes: content.count, maximumDepth: 64, maximumValues: content.count)
        ).root.decode(Value.self)
    }
}
