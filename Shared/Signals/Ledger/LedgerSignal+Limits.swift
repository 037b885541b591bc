import Coordination
import Domain

extension LedgerSignal {
    /// What the owner of an account allows to leave it, whoever gets it: other people, the world, another own account.
    public struct Limits: Codable, Hashable, Sendable {
        /// The account.
        public let account: String
        /// The most that one transfer may take; absent when there is no such limit.
        public let perTransfer: Money?
        /// The most that may leave on one day of the user; absent when there is no such limit.
        public let daily: Money?
        /// What is more than this needs a code; absent when nothing does.
        public let confirmAbove: Money?
        /// What has left today.
        public let spentToday: Money
        /// What may still leave today; absent without a daily limit.
        public let leftToday: Money?
        /// When the next day begins for the user; a change of zone never brings that forward.
        public let resetsAt: Instant

        public init(
            account: String, perTransfer: Money?, daily: Money?, confirmAbove: Money?, spentToday: Money,
            leftToday: Money?, resetsAt: Instant
        ) {
            self.account = account
            self.perTransfer = perTransfer
            self.daily = daily
            self.confirmAbove = confirmAbove
            self.spentToday = spentToday
            self.leftToday = leftToday
            self.resetsAt = resetsAt
        }
    }

    /// One of the limits of an account.
    public enum LimitName: String, Codable, CaseIterable, Hashable, Sendable {
        /// The most that one transfer may take.
        case perTransfer
        /// The most that may leave on one day.
        case daily
        /// What is more than this needs a code.
        case confirmAbove
    }

    /// Sets, changes and removes limits of an account; those not named stay as they are.
    ///
    /// To set `confirmAbove` takes a code. To raise or to remove a limit takes a code, or, of a user without codes, a sign-in
    /// within the last ten minutes.
    /// - Answer: ``LimitsAnswer``.
    /// - Faults, first match wins: `invalidArgument`, `conflict`, `notFound`, `currencyMismatch`,
    ///   `confirmationRequired`, `wrongCode`, `tooManyAttempts`.
    public struct SetLimits: Signal {
        public typealias Answer = LimitsAnswer
        public static let method: SignalMethod = "ledger.setLimits"
        public static let summary = "Sets limits on what leaves an account."
        public static let isNoted = true

        /// The account.
        public let account: String
        /// The most that one transfer may take.
        public let perTransfer: Money?
        /// The most that may leave on one day of the user.
        public let daily: Money?
        /// What is more than this needs a code.
        public let confirmAbove: Money?
        /// Limits to be removed.
        public let remove: [LimitName]?
        /// A code of the authenticator app, where one is needed.
        public let code: String?

        public init(
            account: String, perTransfer: Money? = nil, daily: Money? = nil, confirmAbove: Money? = nil,
            remove: [LimitName]? = nil, code: String? = nil
        ) {
            self.account = account
            self.perTransfer = perTransfer
            self.daily = daily
            self.confirmAbove = confirmAbove
            self.remove = remove
            self.code = code
        }
    }

    /// Tells the limits of an account and what is left of them.
    ///
    /// - Answer: ``LimitsAnswer``.
    /// - Faults: `notFound`.
    public struct GetLimits: Signal {
        public typealias Answer = LimitsAnswer
        public static let method: SignalMethod = "ledger.limits"
        public static let summary = "Tells the limits of an account and what is left today."
        public static let effect = SignalEffect.reads

        /// The account.
        public let account: String

        public init(account: String) {
            self.account = account
        }
    }

    /// The limits of an account.
    public struct LimitsAnswer: Codable, Hashable, Sendable {
        /// The limits, and what is left of them.
        public let limits: Limits

        public init(limits: Limits) {
            self.limits = limits
        }
    }

    /// Does what a request that was answered with `confirmationRequired` asked for, exactly that, once.
    ///
    /// - Answer: ``TransferAnswer``, as the request would have had.
    /// - Faults, first match wins: `invalidArgument`, `notFound`, `challengeVoid`, `confirmationRequired` (codes are not
    ///   set up), `tooManyAttempts`, `wrongCode`; then those of the request, which is held against all rules again.
    public struct Confirm: Signal {
        public typealias Answer = TransferAnswer
        public static let method: SignalMethod = "ledger.confirm"
        public static let summary = "Confirms a transfer by a code."
        public static let isNoted = true

        /// The challenge, out of the details of `confirmationRequired`.
        public let challenge: String
        /// The code of the authenticator app.
        public let code: String

        public init(challenge: String, code: String) {
            self.challenge = challenge
            self.code = code
        }
    }
}
