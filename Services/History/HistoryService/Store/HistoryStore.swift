import Coordination
import Domain
import Signals

/// Where history keeps what happened, in words of the model.
protocol HistoryStore: ModelStore where Reading == any HistoryReading, Writing == any HistoryTransaction {
    /// Makes a transaction quick that looks at all movements of a user: what that takes long is done beforehand, as a
    /// read that holds up nobody. The transaction finds the same without.
    ///
    /// - Parameter rule: One that the transaction adds.
    func prepare(for userID: String, rule: CategoryRule?) async throws
}

/// Movements, and what all that the filter means sum up to.
struct FoundMovements: Hashable, Sendable {
    /// Newest first.
    var movements: [Movement] = []
    /// By currency, in the order of their codes; none for a currency without any.
    var totals: [CurrencyTotal] = []
}

/// What can be asked. A user who was forgotten has nothing.
protocol HistoryReading: StatementReading {
    /// The time zone of the user; UTC while there is none, or where the machine has lost it.
    func zone(of userID: String) throws -> TimeZone
    /// Whether there is such an account and it is the user's.
    func owns(_ accountID: String, userID: String) throws -> Bool
    /// The newest movements of the user that the filter means, newest first, at most `limit`, and the totals of all.
    ///
    /// - Parameter end: Only those that stand before this one in time; totals are of all the same.
    func find(
        _ filter: MovementFilter, of userID: String, before end: MovementPosition?, limit: Int
    ) throws -> FoundMovements
    /// What the movements that the filter means sum up to, row by row, in the order they are listed.
    ///
    /// - Parameter zone: By whose clocks days and months are counted.
    func summary(
        of filter: MovementFilter, userID: String, by group: HistorySignal.SummaryGroup, in zone: TimeZone
    ) throws -> [SummaryRow]
    /// The user's sides of a transfer, the expense first.
    func movements(ofTransfer transferID: String, userID: String) throws -> [Movement]
    /// The rules of a user, in the order they are tried.
    func rules(of userID: String) throws -> [CategoryRule]
    /// The filters of a user, by name.
    func filters(of userID: String) throws -> [SavedFilter]
    /// How many movements there are, of all users.
    func movementCount() throws -> Int64
    /// The sequence of the last of ledger's events that was handled, 0 before the first.
    func lastSequence() throws -> Int64
}

/// What can be done.
protocol HistoryTransaction {
    /// What can be asked, what the transaction has done so far included.
    var reading: any HistoryReading { get }

    /// Notes how far ledger's events are handled.
    func setLastSequence(_ sequence: Int64) throws
    /// Keeps accounts; of those that are there already, the name.
    func add(_ accounts: [OwnedAccount]) throws
    /// Keeps movements, and their accounts if they are new; those that they take back are marked. Nothing is kept of a
    /// user who was forgotten.
    func add(_ movements: [Movement]) throws
    /// Forgets everything that was made of events, and that any was handled.
    func clear() throws

    /// Keeps the rules of a user, in the order they are tried.
    func setRules(_ rules: [CategoryRule], of userID: String) throws
    /// Keeps the filters of a user.
    func setFilters(_ filters: [SavedFilter], of userID: String) throws
    /// Assigns a category to the user's sides of a transfer, or takes the assignment back.
    ///
    /// - Parameter accountID: Only to the side of this account.
    /// - Returns: Whether there is such a side.
    func setCategory(
        _ category: String?, ofTransfer transferID: String, accountID: String?, userID: String
    ) throws -> Bool
    /// Tells a user that something is other than it was.
    func tell(_ event: HistoryEvent.Changed) throws
    /// Forgets a user and all that the user made. Rows go later, see ``eraseForgotten(limit:)``, and are not seen
    /// meanwhile.
    func forget(userID: String) throws
    /// Erases rows of users who were forgotten, at most `limit`.
    ///
    /// - Returns: Whether there may be more.
    func eraseForgotten(limit: Int) throws -> Bool
}
