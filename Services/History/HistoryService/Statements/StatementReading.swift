import Domain

/// The queries for statements.
protocol StatementReading {
    /// Returns the account with this id if it is the user's.
    func account(_ id: String, of userID: String) throws -> OwnedAccount?
    /// Returns the sum of all changes of an account before a moment.
    func balance(of account: OwnedAccount, before moment: Instant) throws -> Int64
    /// Returns the key of the newest movement of all users; nil when there is none.
    func newestKey() throws -> MovementKey?
    /// Returns movements of an account, oldest first.
    ///
    /// - Parameters:
    ///   - place: Only movements after it.
    ///   - newest: Only movements booked no later than this one.
    func movements(
        of account: OwnedAccount, in period: Period, after place: StatementPlace?, upTo newest: MovementKey, limit: Int
    ) throws -> [Movement]
    /// Returns movements of an account with these days and changes, oldest first, without reversed movements and
    /// reversals.
    ///
    /// - Parameters:
    ///   - wanted: The number of rows for each change. A few more movements are returned, as a choice of texts.
    ///   - taken: Transfers to leave out.
    ///   - zone: The time zone of days.
    func similar(
        to wanted: [DailyChange: Int], in account: OwnedAccount, except taken: Set<String>, in zone: TimeZone
    ) throws -> [DailyChange: [SimilarMovement]]
}

extension StatementReading {
    /// The number of movements returned beyond the number of rows.
    static var moreToChooseFrom: Int { 32 }
}
