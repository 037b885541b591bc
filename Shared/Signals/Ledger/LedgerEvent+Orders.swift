import Domain

extension LedgerEvent {
    /// Event `ledger.limitsChanged`: the limits of an account changed.
    public struct LimitsChanged: Codable, Hashable, Sendable {
        /// The owner of the account.
        public let userId: String
        /// The limits from now on.
        public let limits: LedgerSignal.Limits

        public init(userId: String, limits: LedgerSignal.Limits) {
            self.userId = userId
            self.limits = limits
        }
    }

    /// Event `ledger.mandateGranted`: a service may debit an account.
    public struct MandateGranted: Codable, Hashable, Sendable {
        /// The user who granted it.
        public let userId: String
        /// The mandate.
        public let mandate: LedgerSignal.Mandate

        public init(userId: String, mandate: LedgerSignal.Mandate) {
            self.userId = userId
            self.mandate = mandate
        }
    }

    /// Event `ledger.mandateRevoked`: a service may no longer debit an account.
    public struct MandateRevoked: Codable, Hashable, Sendable {
        /// The user who had granted it.
        public let userId: String
        /// The mandate.
        public let mandate: LedgerSignal.Mandate

        public init(userId: String, mandate: LedgerSignal.Mandate) {
            self.userId = userId
            self.mandate = mandate
        }
    }

    /// Event `ledger.scheduledTransferFailed`: a scheduled transfer was refused.
    public struct ScheduledTransferFailed: Codable, Hashable, Sendable {
        /// The owner of the schedule.
        public let userId: String
        /// The id of the schedule.
        public let schedule: String
        /// The account that should have given.
        public let from: String
        /// The account that should have got.
        public let to: String
        /// How much.
        public let amount: Money
        /// The purpose; may be empty.
        public let description: String
        /// The occurrence, the attempt, the reason, and the time of the next attempt.
        public let run: LedgerSignal.ScheduleRun

        public init(
            userId: String, schedule: String, from: String, to: String, amount: Money, description: String,
            run: LedgerSignal.ScheduleRun
        ) {
            self.userId = userId
            self.schedule = schedule
            self.from = from
            self.to = to
            self.amount = amount
            self.description = description
            self.run = run
        }
    }
}
