/// What others are told of what people set up.
package enum OrderNews: Hashable, Sendable {
    /// The limits of an account are others.
    case limitsChanged(LimitsReport, of: String)
    /// A service may debit an account.
    case mandateGranted(Mandate)
    /// A service may not debit an account any more.
    case mandateRevoked(Mandate)
    /// A scheduled transfer was refused.
    case scheduledTransferFailed(Schedule, ScheduleRun)
}
