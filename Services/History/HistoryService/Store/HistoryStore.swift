import Coordination
import Domain
import Signals

/// The store of history, in terms of the model.
protocol HistoryStore: ModelStore where Reading == any HistoryReading, Writing == any HistoryTransaction {
    /// Prepares a transaction that looks at all movements of a user: the slow part is done here, in a read that blocks
    /// nobody. The transaction gives the same result without it.
    ///
    /// - Parameter rule: A rule that the transaction adds.
    func prepare(for userID: String, rule: CategoryRule?) async throws
}

/// Movements, with the totals of all movements that match the filter.
struct FoundMovements: Hashable, Sendable {
    /// Newest first.
    var movements: [Movement] = []
    /// The totals by currency, in the order of codes, without empty ones.
    var totals: [CurrencyTotal] = []
}

/// The queries of history. A forgotten user has no data.
protocol HistoryReading: StatementReading, JournalReading, ReportReading {
    /// Returns the time zone of the user; UTC when none is set or the machine does not know it.
    func zone(of userID: String) throws -> TimeZone
    /// True when the account exists and is the user's.
    func owns(_ accountID: String, userID: String) throws -> Bool
    /// Returns the newest matching movements of the user, newest first, at most `limit`, and the totals of all.
    ///
    /// - Parameter end: Only movements before it. It does not limit the totals.
    func find(
        _ filter: MovementFilter, of userID: String, before end: MovementPosition?, limit: Int
    ) throws -> FoundMovements
    /// Returns the totals of the matching movements row by row, in the order of listing.
    ///
    /// - Parameter zone: The time zone of days and months.
    func summary(
        of filter: MovementFilter, userID: String, by group: HistorySignal.SummaryGroup, in zone: TimeZone
    ) throws -> [SummaryRow]
    /// Returns the user's sides of a transfer, the expense first.
    func movements(ofTransfer transferID: String, userID: String) throws -> [Movement]
    /// Returns the rules of a user in the order of evaluation.
    func rules(of userID: String) throws -> [CategoryRule]
    /// Returns the filters of a user by name.
    func filters(of userID: String) throws -> [SavedFilter]
    /// Returns the layouts of CSV files of a user by name.
    func layouts(of userID: String) throws -> [HistorySignal.StatementLayout]
    /// Returns the number of movements of all users.
    func movementCount() throws -> Int64
    /// Returns the sequence of ledger's last handled event; 0 before the first.
    func lastSequence() throws -> Int64
}

/// The changes of history.
protocol HistoryTransaction {
    /// The queries, including the changes of the transaction so far.
    var reading: any HistoryReading { get }

    /// Stores the sequence up to which ledger's events are handled.
    func setLastSequence(_ sequence: Int64) throws
    /// Stores accounts, or the names of known ones.
    func add(_ accounts: [OwnedAccount]) throws
    /// Stores movements with their new accounts, and marks those that they reverse. Movements of forgotten users are
    /// dropped.
    func add(_ movements: [Movement]) throws
    /// Deletes everything derived from events and resets the cursor.
    func clear() throws

    /// Stores the rules of a user in the order of evaluation.
    func setRules(_ rules: [CategoryRule], of userID: String) throws
    /// Stores the filters of a user.
    func setFilters(_ filters: [SavedFilter], of userID: String) throws
    /// Stores the layouts of CSV files of a user.
    func setLayouts(_ layouts: [HistorySignal.StatementLayout], of userID: String) throws
    /// Assigns a category to the user's sides of a transfer, or removes the assignment.
    ///
    /// - Parameter accountID: Only the side of this account.
    /// - Returns: True when there is such a side.
    func setCategory(
        _ category: String?, ofTransfer transferID: String, accountID: String?, userID: String
    ) throws -> Bool
    /// Records an event about a change for a user.
    func tell(_ event: HistoryEvent.Changed) throws
    /// Forgets a user with their preferences. Their rows are hidden at once and erased later, see
    /// ``eraseForgotten(limit:)``.
    func forget(userID: String) throws
    /// Erases rows of forgotten users, at most `limit`.
    ///
    /// - Returns: True when there may be more.
    func eraseForgotten(limit: Int) throws -> Bool
}
