import Coordination
import Domain

extension LedgerSignal {
    /// Holds money for another account. It stays in the balance but cannot be spent until the hold is posted or voided,
    /// or expires.
    ///
    /// - Answer: ``TransferAnswer``, the transfer `pending`.
    /// - Faults, first match wins: `invalidArgument`, `conflict`, `notFound`, `sameAccount`, `currencyMismatch`,
    ///   `accountClosed`, `accountFrozen`, `insufficientFunds`, `limitExceeded`.
    public struct Hold: Signal {
        public typealias Answer = TransferAnswer
        public static let method: SignalMethod = "ledger.hold"
        public static let summary = "Holds money for another account."

        /// The payer, one of the user's accounts.
        public let from: String
        /// The payee, anybody's account.
        public let to: String
        /// How much, more than zero, in the currency of both.
        public let amount: Money
        /// The purpose, at most 500 characters; both sides see it.
        public let description: String?
        /// When the hold expires, in the future; never when absent.
        public let expiresAt: Instant?

        public init(from: String, to: String, amount: Money, description: String? = nil, expiresAt: Instant? = nil) {
            self.from = from
            self.to = to
            self.amount = amount
            self.description = description
            self.expiresAt = expiresAt
        }
    }

    /// Moves held money, all of it or a part, and releases the rest. Only the user who made the hold may do so.
    ///
    /// - Answer: ``TransferAnswer``, the same transfer, `posted`.
    /// - Faults, first match wins: `invalidArgument`, `conflict`, `notFound`, `permissionDenied`, `currencyMismatch`,
    ///   `holdNotPending`, `exceedsHold`, `accountClosed`, `accountFrozen`, `amountOverflow`.
    public struct PostHold: Signal {
        public typealias Answer = TransferAnswer
        public static let method: SignalMethod = "ledger.post"
        public static let summary = "Posts a hold: moves the held money."

        /// The transfer whose money is held.
        public let hold: String
        /// How much of it; all when absent.
        public let amount: Money?

        public init(hold: String, amount: Money? = nil) {
            self.hold = hold
            self.amount = amount
        }
    }

    /// Releases held money. The user who made the hold may do so, and the payee.
    ///
    /// - Answer: ``TransferAnswer``, the same transfer, `voided`.
    /// - Faults, first match wins: `conflict`, `notFound`, `holdNotPending`.
    public struct VoidHold: Signal {
        public typealias Answer = TransferAnswer
        public static let method: SignalMethod = "ledger.void"
        public static let summary = "Voids a hold: releases the held money."

        /// The transfer whose money is held.
        public let hold: String

        public init(hold: String) { self.hold = hold }
    }

    /// Lists the holds in an account of the user or for it; in and for all accounts when none is named. Expired holds
    /// are left out.
    ///
    /// - Answer: ``HoldList``, the newest first.
    /// - Faults: `invalidArgument`, `notFound`.
    public struct Holds: Signal {
        public typealias Answer = HoldList
        public static let method: SignalMethod = "ledger.holds"
        public static let summary = "Lists the open holds of an account."
        public static let effect = SignalEffect.reads

        /// One account; all of the user's when absent.
        public let account: String?
        /// How many, 1 to 1000; 50 when absent.
        public let limit: Int?
        /// Where the page before ended.
        public let cursor: String?

        public init(account: String? = nil, limit: Int? = nil, cursor: String? = nil) {
            self.account = account
            self.limit = limit
            self.cursor = cursor
        }
    }

    /// Open holds.
    public struct HoldList: Codable, Hashable, Sendable {
        /// The transfers whose money is held, all `pending`, the newest first.
        public let holds: [Transfer]
        /// Where the next page begins; absent on the last.
        public let nextCursor: String?

        public init(holds: [Transfer], nextCursor: String? = nil) {
            self.holds = holds
            self.nextCursor = nextCursor
        }
    }

    /// Returns a transfer of the user in its current state.
    ///
    /// - Answer: ``ShownTransfer``.
    /// - Faults: `notFound`.
    public struct ShowTransfer: Signal {
        public typealias Answer = ShownTransfer
        public static let method: SignalMethod = "ledger.showTransfer"
        public static let summary = "Shows the current state of a transfer."
        public static let effect = SignalEffect.reads

        /// The transfer.
        public let transfer: String

        public init(transfer: String) { self.transfer = transfer }
    }

    /// A transfer as it stands.
    public struct ShownTransfer: Codable, Hashable, Sendable {
        /// The transfer.
        public let transfer: Transfer

        public init(transfer: Transfer) { self.transfer = transfer }
    }

    /// Returns the money of a transfer, in full and once. Only the user who received it may do so; a deposit or a
    /// withdrawal is reversed by the owner of the account.
    ///
    /// - Answer: ``TransferAnswer``: a transfer of its own, `reverses` names the other.
    /// - Faults, first match wins: `invalidArgument`, `conflict`, `notFound`, `permissionDenied`, `notReversible`,
    ///   `alreadyReversed`, `accountClosed`, `accountFrozen`, `insufficientFunds`, `limitExceeded`, `amountOverflow`,
    ///   `confirmationRequired`, `wrongCode`, `tooManyAttempts`.
    public struct Reverse: Signal {
        public typealias Answer = TransferAnswer
        public static let method: SignalMethod = "ledger.reverse"
        public static let summary = "Reverses a transfer."

        /// The transfer to be reversed.
        public let transfer: String
        /// Why, 1 to 500 characters; both sides see it.
        public let reason: String
        /// A code of the authenticator app, when one is needed.
        public let code: String?

        public init(transfer: String, reason: String, code: String? = nil) {
            self.transfer = transfer
            self.reason = reason
            self.code = code
        }
    }
}
