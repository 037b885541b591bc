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
        try first(HistorySQL.user, bind: { $0.bind(userID, at: 1) }, { $0.int64(at: 0) })
    }

    /// The number of an account, if it is the user's.
    func accountNumber(of accountID: String, userID: String) throws -> Int64? {
        guard let user = try user(userID) else { return nil }
        let found = try first(
            HistorySQL.account, bind: { $0.bind(accountID, at: 1) },
            { row in (number: row.int64(at: 0), user: row.int64(at: 1)) })
        return found?.user == user ? found?.number : nil
    }

    /// The accounts of a user, and their numbers.
    func accounts(of userID: String) throws -> [(number: Int64, account: OwnedAccount)] {
        guard let user = try user(userID) else { return [] }
        var accounts: [(number: Int64, account: OwnedAccount)] = []
        try query(HistorySQL.accounts, bind: { $0.bind(user, at: 1) }) { row in
            guard let currency = Currency(code: row.text(at: 2)) else {
                preconditionFailure("An account was stored in a currency that there is not.")
            }
            accounts.append(
                (
                    row.int64(at: 0),
                    OwnedAccount(id: row.text(at: 1), userID: userID, currency: currency, name: row.text(at: 3))
                ))
        }
        return accounts
    }

    /// The name of a category; nil for 0.
    func category(_ number: Int64) throws -> String? {
        try first(HistorySQL.category, bind: { $0.bind(number, at: 1) }, { $0.text(at: 0) })
    }

    /// The number of a category of a user, if anything ever had it.
    func categoryNumber(of name: String, userID: String) throws -> Int64? {
        guard let user = try user(userID) else { return nil }
        return try first(
            HistorySQL.categoryNumber,
            bind: {
                $0.bind(user, at: 1)
                $0.bind(name, at: 2)
            }, { $0.int64(at: 0) })
    }

    /// What a user made.
    func preferences(of userID: String) throws -> Preferences {
        guard let user = try user(userID) else { return Preferences() }
        let found = try first(
            HistorySQL.preferences, bind: { $0.bind(user, at: 1) },
            { row in (rules: row.bytes(at: 0), filters: row.bytes(at: 1)) })
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
