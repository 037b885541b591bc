import Domain

/// A movement with its meaning for the books of its user.
struct JournalRow: Hashable, Sendable {
    /// The other side of a movement.
    enum Kind: Hashable, Sendable {
        /// Another account of the user, which has a movement of the same transfer.
        case own
        /// The other half of an exchange.
        case exchange
        /// An account of income or expenses. A reversal has that of the movement that it reverses.
        case outside(JournalPlace)
    }

    let movement: Movement
    let kind: Kind
}

/// The sums of one account for a journal.
struct AccountOutline: Hashable, Sendable {
    /// The balance before the period in minor units.
    var opening: Int64 = 0
    /// The balance at the end of the period in minor units.
    var closing: Int64 = 0
    /// The first movement, before the period or in it.
    var first: Instant?
    /// The last movement, before the period or in it.
    var last: Instant?
    /// The last movement in the period.
    var lastInPeriod: Instant?
    /// True with movements after the period.
    var isUsedLater = false
}

/// The sums of a user's books for a journal.
struct JournalOutline: Hashable, Sendable {
    /// By the ids of accounts; without accounts that have no movements.
    var accounts: [String: AccountOutline] = [:]
    /// The accounts of income and expenses that the period uses.
    var categories: Set<JournalPlace> = []
    /// The first movement in the period.
    var first: Instant?
}

/// The queries for journals. Rows of withdrawn imports do not count.
protocol JournalReading {
    /// Returns the accounts of a user in the order in which they became known.
    func accounts(of userID: String) throws -> [OwnedAccount]
    /// Returns every category that the user ever had, in the order in which they became known.
    func categories(of userID: String) throws -> [String]
    /// Returns a number that grows with each change of the database.
    func lastChange() throws -> Int64
    /// True when a row up to `newest`, or a rule of the user, has changed since a change of that number, and for a user
    /// who is not known.
    func hasChanged(since change: Int64, of userID: String, upTo newest: MovementKey) throws -> Bool
    /// Returns the sums of the movements that were booked no later than `newest`.
    func outline(of userID: String, in period: Period, upTo newest: MovementKey) throws -> JournalOutline
    /// Returns movements of all accounts of a user, oldest first.
    ///
    /// - Parameters:
    ///   - place: Only movements after it.
    ///   - newest: Only movements booked no later than this one.
    func journalRows(
        of userID: String, in period: Period, after place: StatementPlace?, upTo newest: MovementKey, limit: Int
    ) throws -> [JournalRow]
    /// Returns the half of an exchange with this key; nil when the key is not that of an exchange of the user.
    func exchangeHalf(_ key: MovementKey, of userID: String) throws -> Movement?
}

extension JournalPlace {
    /// The account of income or expenses on the other side of a movement.
    ///
    /// - Parameter category: The category in effect.
    init(side: Side, category: String?) { self = side == .income ? .income(category) : .expenses(category) }
}
