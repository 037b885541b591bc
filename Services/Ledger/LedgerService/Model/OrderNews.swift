/// What others are told of what people set up.
package enum OrderNews: Hashable, Sendable {
    /// The limits of an account are others.
    case limitsChanged(LimitsReport, of: String)
    /// A service may debit an account.
    case mandateGranted(Mandate)
    /// A service may not debit an account any more.
    case mandateRevoked(Mandate)
    /// Rows of a bank's file were booked.
    case rowsImported(ImportRecord, of: String)
    /// An import was taken back, so many transfers of it.
    case importUndone(ImportRecord, reversed: Int, of: String)
    /// A scheduled transfer was refused.
    case scheduledTransferFailed(Schedule, ScheduleRun)

    /// Whom it is about.
    package var owner: String {
        switch self {
        case .limitsChanged(_, let owner), .rowsImported(_, let owner), .importUndone(_, _, let owner): owner
        case .mandateGranted(let mandate), .mandateRevoked(let mandate): mandate.owner
        case .scheduledTransferFailed(let schedule, _): schedule.owner
        }
    }
}
