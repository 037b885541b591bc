import Domain

extension LedgerEvent {
    /// Event `ledger.limitsChanged`: the limits of an account are others.
    public struct LimitsChanged: Codable, Hashable, Sendable {
        /// Whose account it is.
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
        /// Who granted it.
        public let userId: String
        /// The mandate.
        public let mandate: LedgerSignal.Mandate

        public init(userId: String, mandate: LedgerSignal.Mandate) {
            self.userId = userId
            self.mandate = mandate
        }
    }

    /// Event `ledger.mandateRevoked`: a service may not debit an account any more.
    public struct MandateRevoked: Codable, Hashable, Sendable {
        /// Who had granted it.
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
        /// Whose schedule it is.
        public let userId: String
        /// The id of the schedule.
        public let schedule: String
        /// The account that should have given.
        public let from: String
        /// The account that should have got.
        public let to: String
        /// How much.
        public let amount: Money
        /// What for; may be empty.
        public let description: String
        /// Which occurrence, which attempt, why, and when it is tried again.
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
