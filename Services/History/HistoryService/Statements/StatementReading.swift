import Domain

/// What statements are made of, as it is asked of the store.
protocol StatementReading {
    /// The account with this id, when it is the user's.
    func account(_ id: String, of userID: String) throws -> OwnedAccount?
    /// What all movements of an account before a moment add up to.
    func balance(of account: OwnedAccount, before moment: Instant) throws -> Int64
    /// The key of the newest movement of all, whosever it is; nil when there is none.
    func newestKey() throws -> MovementKey?
    /// Movements of an account, the oldest first.
    ///
    /// - Parameters:
    ///   - place: Only those after it.
    ///   - newest: Only those that were booked no later than this one.
    func movements(
        of account: OwnedAccount, in period: Period, after place: StatementPlace?, upTo newest: MovementKey, limit: Int
    ) throws -> [Movement]
    /// Movements of an account that fall on these days and add just so much, the oldest first; not those that were
    /// taken back, nor those that took one back.
    ///
    /// - Parameters:
    ///   - wanted: How many rows there are of each; a few movements more come back, so that there is a choice of texts.
    ///   - taken: Transfers that are not meant.
    ///   - zone: By whose clocks days begin.
    func similar(
        to wanted: [DailyChange: Int], in account: OwnedAccount, except taken: Set<String>, in zone: TimeZone
    ) throws -> [DailyChange: [SimilarMovement]]
}

extension StatementReading {
    /// How many more movements than rows come back.
    static var moreToChooseFrom: Int { 32 }
}
