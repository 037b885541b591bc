import Coordination
import Domain

extension LedgerSignal {
    /// A period of the calendar by the clocks of the user; a week begins on Monday.
    public enum MandatePeriod: String, Codable, CaseIterable, Hashable, Sendable {
        /// From midnight to midnight.
        case day
        /// From Monday to Sunday.
        case week
        /// From the first to the last of the month.
        case month
        /// From 1 January to 31 December.
        case year

        /// The same period of the calendar, which computes its start and end.
        public var calendar: CalendarPeriod {
            switch self {
            case .day: .day
            case .week: .week
            case .month: .month
            case .year: .year
            }
        }
    }

    /// Whether a mandate counts.
    public enum MandateStatus: String, Codable, CaseIterable, Hashable, Sendable {
        /// The service may debit.
        case active
        /// The service may no longer debit.
        case revoked
    }

    /// A permission for a service to take money from an account.
    public struct Mandate: Codable, Hashable, Sendable {
        /// The id.
        public let id: String
        /// The service of the house.
        public let service: String
        /// The account.
        public let account: String
        /// The most that it may take in a period.
        public let amount: Money
        /// The period.
        public let per: MandatePeriod
        /// The amount taken in this period.
        public let spent: Money
        /// The amount that may still be taken in this period.
        public let left: Money
        /// When the period ends.
        public let periodEndsAt: Instant
        /// Whether it counts.
        public let status: MandateStatus
        /// When it was granted.
        public let grantedAt: Instant
        /// When it was revoked.
        public let revokedAt: Instant?

        public init(
            id: String, service: String, account: String, amount: Money, per: MandatePeriod, spent: Money, left: Money,
            periodEndsAt: Instant, status: MandateStatus, grantedAt: Instant, revokedAt: Instant? = nil
        ) {
            self.id = id
            self.service = service
            self.account = account
            self.amount = amount
            self.per = per
            self.spent = spent
            self.left = left
            self.periodEndsAt = periodEndsAt
            self.status = status
            self.grantedAt = grantedAt
            self.revokedAt = revokedAt
        }
    }

    /// One mandate.
    public struct MandateAnswer: Codable, Hashable, Sendable {
        /// The mandate as it is now.
        public let mandate: Mandate

        public init(mandate: Mandate) {
            self.mandate = mandate
        }
    }

    /// Lets a service of the house debit an account up to an amount in each period. It replaces the mandate that the
    /// service had for that account.
    ///
    /// An amount above the account's `confirmAbove` needs a code.
    /// - Answer: ``MandateAnswer``.
    /// - Faults, first match wins: `invalidArgument`, `conflict`, `notFound`, `currencyMismatch`, `accountClosed`,
    ///   `limitExceeded` (100 mandates a user), `confirmationRequired`, `wrongCode`, `tooManyAttempts`.
    public struct GrantMandate: Signal {
        public typealias Answer = MandateAnswer
        public static let method: SignalMethod = "ledger.grantMandate"
        public static let summary = "Allows a service to debit an account up to an amount."
        public static let isNoted = true

        /// The service of the house, such as `subscriptions`.
        public let service: String
        /// The account.
        public let account: String
        /// The most that it may take in a period.
        public let amount: Money
        /// The period.
        public let per: MandatePeriod
        /// A code of the authenticator app, when one is needed.
        public let code: String?

        public init(service: String, account: String, amount: Money, per: MandatePeriod, code: String? = nil) {
            self.service = service
            self.account = account
            self.amount = amount
            self.per = per
            self.code = code
        }
    }

    /// Lists the mandates that the user has granted, the newest first.
    ///
    /// - Answer: ``MandateList``.
    public struct Mandates: Signal {
        public typealias Answer = MandateList
        public static let method: SignalMethod = "ledger.mandates"
        public static let summary = "Lists the services that may debit your accounts."
        public static let effect = SignalEffect.reads

        public init() {}
    }

    /// Mandates.
    public struct MandateList: Codable, Hashable, Sendable {
        /// Newest first; includes the last 100 revoked ones.
        public let mandates: [Mandate]

        public init(mandates: [Mandate]) {
            self.mandates = mandates
        }
    }

    /// Revokes a mandate. Revoking twice changes nothing.
    ///
    /// - Answer: ``MandateAnswer``.
    /// - Faults, first match wins: `conflict`, `notFound`.
    public struct RevokeMandate: Signal {
        public typealias Answer = MandateAnswer
        public static let method: SignalMethod = "ledger.revokeMandate"
        public static let summary = "Revokes a mandate."
        public static let isNoted = true

        /// The id of the mandate.
        public let id: String

        public init(id: String) {
            self.id = id
        }
    }

    /// Takes money from an account by a mandate granted to the calling service. Only for services, with an idempotency
    /// key.
    ///
    /// - Answer: ``DebitAnswer``.
    /// - Faults, first match wins: `invalidArgument`, `permissionDenied` (no such mandate, or not any more),
    ///   `conflict`, `currencyMismatch`, `accountClosed`, `accountFrozen`, `insufficientFunds`, `limitExceeded`,
    ///   `amountOverflow`.
    public struct Debit: Signal {
        public typealias Answer = DebitAnswer
        public static let method: SignalMethod = "ledger.debit"
        public static let summary = "Makes a debit by mandate; for services."

        /// How much, more than zero.
        public let amount: Money
        /// The mandate; this or `account`.
        public let mandate: String?
        /// The account that a mandate was granted for. Give either this or `mandate`.
        public let account: String?
        /// The purpose, at most 500 characters.
        public let description: String?
        /// The category, at most 100 characters.
        public let category: String?

        public init(
            mandate: String? = nil, account: String? = nil, amount: Money, description: String? = nil,
            category: String? = nil
        ) {
            self.mandate = mandate
            self.account = account
            self.amount = amount
            self.description = description
            self.category = category
        }
    }

    /// A debit that was made.
    public struct DebitAnswer: Codable, Hashable, Sendable {
        /// The transfer out of the account.
        public let transfer: Transfer
        /// The mandate of the debit, as it is after it.
        public let mandate: Mandate

        public init(transfer: Transfer, mandate: Mandate) {
            self.transfer = transfer
            self.mandate = mandate
        }
    }
}
