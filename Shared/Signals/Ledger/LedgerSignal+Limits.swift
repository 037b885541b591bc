import Coordination
import Domain

extension LedgerSignal {
    /// The limits on money leaving an account, set by its owner. They apply to every payee: other people, the world,
    /// and the owner's other accounts.
    public struct Limits: Codable, Hashable, Sendable {
        /// The account.
        public let account: String
        /// The most that one transfer may take; absent when there is no such limit.
        public let perTransfer: Money?
        /// The most that may leave on one day of the user; absent when there is no such limit.
        public let daily: Money?
        /// Amounts above this need a code; absent when no amount does.
        public let confirmAbove: Money?
        /// The amount that has left today.
        public let spentToday: Money
        /// The amount that may still leave today; absent without a daily limit.
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
        /// Amounts above this need a code.
        case confirmAbove
    }

    /// Sets, changes and removes limits of an account. Limits that are not named stay as they are.
    ///
    /// Setting `confirmAbove` needs a code. Raising or removing a limit needs a code or, for a user without codes, a
    /// sign-in within the last ten minutes.
    /// - Answer: ``LimitsAnswer``.
    /// - Faults, first match wins: `invalidArgument`, `conflict`, `notFound`, `currencyMismatch`,
    ///   `confirmationRequired`, `wrongCode`, `tooManyAttempts`.
    public struct SetLimits: Signal {
        public typealias Answer = LimitsAnswer
        public static let method: SignalMethod = "ledger.setLimits"
        public static let summary = "Sets the limits on outgoing money of an account."
        public static let isNoted = true

        /// The account.
        public let account: String
        /// The most that one transfer may take.
        public let perTransfer: Money?
        /// The most that may leave on one day of the user.
        public let daily: Money?
        /// Amounts above this need a code.
        public let confirmAbove: Money?
        /// Limits to be removed.
        public let remove: [LimitName]?
        /// A code of the authenticator app, when one is needed.
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

    /// Returns the limits of an account and how much of them is left.
    ///
    /// - Answer: ``LimitsAnswer``.
    /// - Faults: `notFound`.
    public struct GetLimits: Signal {
        public typealias Answer = LimitsAnswer
        public static let method: SignalMethod = "ledger.limits"
        public static let summary = "Shows the limits of an account and what is left today."
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

    /// Carries out a request that was answered with `confirmationRequired`, unchanged and once.
    ///
    /// - Answer: ``TransferAnswer``, as the request would have had.
    /// - Faults, first match wins: `invalidArgument`, `notFound`, `challengeVoid`, `confirmationRequired` (codes are
    ///   not set up), `tooManyAttempts`, `wrongCode`; then those of the request, which is held against all rules again.
    public struct Confirm: Signal {
        public typealias Answer = TransferAnswer
        public static let method: SignalMethod = "ledger.confirm"
        public static let summary = "Confirms a transfer with a code."
        public static let isNoted = true

        /// The challenge from the details of `confirmationRequired`.
        public let challenge: String
        /// The code of the authenticator app, or a proof by a passkey for this challenge (`auth.passkeys.prove`).
        public let code: String

        public init(challenge: String, code: String) {
            self.challenge = challenge
            self.code = code
        }
    }
}
