/// Where history keeps what happened, in words of the model.
protocol HistoryStore: Sendable {
    /// Runs `body`, which does all of it or, when it throws, nothing; returns once that is durable.
    func write<Value: Sendable>(
        weight: Int, _ body: @escaping @Sendable (any HistoryTransaction) throws -> Value
    ) async throws -> Value

    /// Runs `body` over one snapshot of what was written before.
    func read<Value: Sendable>(_ body: @escaping @Sendable (any HistoryReading) throws -> Value) async throws -> Value
}

/// What can be asked.
protocol HistoryReading: StatementReading {
    /// Whether there is such an account and it is the user's.
    func owns(_ accountID: String, userID: String) throws -> Bool
    /// The newest movements of the user that the filter means, newest first, at most `limit`.
    ///
    /// - Parameter end: Only those older than this one.
    func movements(
        matching filter: MovementFilter, of userID: String, before end: MovementKey?, limit: Int
    ) throws -> [Movement]
    /// What all movements that the filter means sum up to, by currency; none for a currency without any.
    func totals(matching filter: MovementFilter, of userID: String) throws -> [CurrencyTotal]
    /// The user's sides of a transfer, the expense first.
    func movements(ofTransfer transferID: String, userID: String) throws -> [Movement]
    /// How many movements there are, of all users.
    func movementCount() throws -> Int64
    /// The sequence of the last of ledger's events that was handled, 0 before the first.
    func lastSequence() throws -> Int64
}

/// What can be done.
protocol HistoryTransaction: HistoryReading {
    /// Keeps accounts; those that are there already stay as they are.
    func add(_ accounts: [OwnedAccount]) throws
    /// Keeps movements, and their accounts if they are new.
    func add(_ movements: [Movement]) throws
    /// Notes how far ledger's events are handled.
    func setLastSequence(_ sequence: Int64) throws
    /// Forgets everything, and that any event was handled.
    func clear() throws
}
