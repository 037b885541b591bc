import Coordination
import Domain

extension LedgerSignal {
    /// The state of a transfer.
    public enum TransferStatus: String, Codable, CaseIterable, Hashable, Sendable {
        /// The money has moved.
        case posted
        /// The money is held.
        case pending
        /// The hold was released.
        case voided
        /// The hold ran out.
        case expired
    }

    /// Money that moved, or is held to move, from one account to another.
    public struct Transfer: Codable, Hashable, Sendable {
        /// The id, which never changes. It reveals the time of recording, and nothing of other transfers.
        public let id: String
        /// The payer; `world-RUB` and the like for money from outside the books.
        public let from: String
        /// The payee; `world-RUB` and the like for money that left the books.
        public let to: String
        /// The amount moved. While pending, the amount held; once released, the amount that was held.
        public let amount: Money
        /// The purpose; may be empty.
        public let description: String
        /// The category of income or expense that its maker gave.
        public let category: String?
        /// Its state.
        public let status: TransferStatus
        /// When it was recorded first.
        public let createdAt: Instant
        /// Grows with every record: the microseconds from 1970 to the booking of its newest record. For older records,
        /// made before that rule, the position among all.
        public let sequence: Int64
        /// When the hold runs out, if it does.
        public let expiresAt: Instant?
        /// When the hold was posted, voided or expired.
        public let settledAt: Instant?
        /// How much was held, of what was held first.
        public let heldAmount: Money?
        /// The transfer that this one reversed.
        public let reverses: String?
        /// The transfer that reversed this one.
        public let reversedBy: String?
        /// Why it was made, when it reverses another.
        public let reason: String?
        /// When it happened in the world, if that differs from the time of recording.
        public let occurredAt: Instant?
        /// The rate and terms, when it is one half of an exchange.
        public let exchange: ExchangeTerms?
        /// The import that booked it or, for a reversal, the import that it helps to undo.
        public let `import`: String?

        public init(
            id: String, from: String, to: String, amount: Money, description: String, category: String? = nil,
            status: TransferStatus, createdAt: Instant, sequence: Int64, expiresAt: Instant? = nil,
            settledAt: Instant? = nil, heldAmount: Money? = nil, reverses: String? = nil, reversedBy: String? = nil,
            reason: String? = nil, occurredAt: Instant? = nil, exchange: ExchangeTerms? = nil, `import`: String? = nil
        ) {
            self.id = id
            self.from = from
            self.to = to
            self.amount = amount
            self.description = description
            self.category = category
            self.status = status
            self.createdAt = createdAt
            self.sequence = sequence
            self.expiresAt = expiresAt
            self.settledAt = settledAt
            self.heldAmount = heldAmount
            self.reverses = reverses
            self.reversedBy = reversedBy
            self.reason = reason
            self.occurredAt = occurredAt
            self.exchange = exchange
            self.import = `import`
        }
    }

    /// Records money that enters the books.
    ///
    /// - Answer: ``TransferAnswer``.
    /// - Faults, first match wins: `invalidArgument`, `conflict`, `notFound`, `currencyMismatch`, `accountClosed`,
    ///   `accountFrozen`, `insufficientFunds`, `amountOverflow`.
    public struct Deposit: Signal {
        public typealias Answer = TransferAnswer
        public static let method: SignalMethod = "ledger.deposit"
        public static let summary = "Records incoming money."

        /// The account.
        public let account: String
        /// How much, more than zero.
        public let amount: Money
        /// The purpose, at most 500 characters.
        public let description: String?
        /// The category, at most 100 characters.
        public let category: String?

        public init(account: String, amount: Money, description: String? = nil, category: String? = nil) {
            self.account = account
            self.amount = amount
            self.description = description
            self.category = category
        }
    }

    /// Records money that leaves the books.
    ///
    /// - Answer: ``TransferAnswer``.
    /// - Faults, first match wins: `invalidArgument`, `conflict`, `notFound`, `currencyMismatch`, `accountClosed`,
    ///   `accountFrozen`, `insufficientFunds`, `amountOverflow`.
    public struct Withdraw: Signal {
        public typealias Answer = TransferAnswer
        public static let method: SignalMethod = "ledger.withdraw"
        public static let summary = "Records outgoing money."

        /// The account.
        public let account: String
        /// How much, more than zero.
        public let amount: Money
        /// The purpose, at most 500 characters.
        public let description: String?
        /// The category, at most 100 characters.
        public let category: String?

        public init(account: String, amount: Money, description: String? = nil, category: String? = nil) {
            self.account = account
            self.amount = amount
            self.description = description
            self.category = category
        }
    }

    /// Moves money from an account of the user to any account.
    ///
    /// - Answer: ``TransferAnswer``.
    /// - Faults, first match wins: `invalidArgument`, `conflict`, `notFound`, `sameAccount`, `currencyMismatch`,
    ///   `accountClosed`, `accountFrozen`, `insufficientFunds`, `limitExceeded`, `amountOverflow`, `accountNotEmpty`.
    public struct MakeTransfer: Signal {
        public typealias Answer = TransferAnswer
        public static let method: SignalMethod = "ledger.transfer"
        public static let summary = "Moves money to another account."

        /// The payer, one of the user's accounts.
        public let from: String
        /// The payee, anybody's account.
        public let to: String
        /// How much, more than zero, in the currency of both.
        public let amount: Money
        /// The purpose, at most 500 characters; both sides see it.
        public let description: String?
        /// True: moves as much of the amount as is available, if anything is.
        public let upTo: Bool?
        /// True: the transfer closes the payer, which must be empty afterwards.
        public let closes: Bool?
        /// True: a dry run. Nothing is done; the answer says what would happen.
        public let dryRun: Bool?

        public init(
            from: String, to: String, amount: Money, description: String? = nil, upTo: Bool? = nil,
            closes: Bool? = nil, dryRun: Bool? = nil
        ) {
            self.from = from
            self.to = to
            self.amount = amount
            self.description = description
            self.upTo = upTo
            self.closes = closes
            self.dryRun = dryRun
        }
    }

    /// A transfer, and what is left.
    public struct TransferAnswer: Codable, Hashable, Sendable {
        /// The transfer.
        public let transfer: Transfer
        /// The caller's accounts that it touched, as they are after it.
        public let balances: [AccountBalance]
        /// True for a dry run of a transfer that would need a code of the authenticator app; absent otherwise.
        public let needsCode: Bool?
        /// True when this was confirmed and done before; absent otherwise.
        public let doneBefore: Bool?

        public init(
            transfer: Transfer, balances: [AccountBalance], needsCode: Bool? = nil, doneBefore: Bool? = nil
        ) {
            self.transfer = transfer
            self.balances = balances
            self.needsCode = needsCode
            self.doneBefore = doneBefore
        }
    }

    /// One transfer of a list.
    public struct TransferItem: Codable, Hashable, Sendable {
        /// The payer, one of the user's accounts.
        public let from: String
        /// The payee, anybody's account.
        public let to: String
        /// How much, more than zero.
        public let amount: Money
        /// The purpose, at most 500 characters.
        public let description: String?
        /// Identifies this one attempt, as `_meta.idempotencyKey` does for a request.
        public let idempotencyKey: String?
        /// True: succeeds or fails together with the next of the list. The last transfer of such a chain is not linked.
        public let linked: Bool?
        /// True: moves as much of the amount as is available, if anything is.
        public let upTo: Bool?
        /// True: the transfer closes the payer, which must be empty afterwards.
        public let closes: Bool?

        public init(
            from: String, to: String, amount: Money, description: String? = nil, idempotencyKey: String? = nil,
            linked: Bool? = nil, upTo: Bool? = nil, closes: Bool? = nil
        ) {
            self.from = from
            self.to = to
            self.amount = amount
            self.description = description
            self.idempotencyKey = idempotencyKey
            self.linked = linked
            self.upTo = upTo
            self.closes = closes
        }
    }

    /// Makes a list of transfers, in order.
    ///
    /// - Answer: ``TransferResults``, in the order of the list.
    /// - Faults: `invalidArgument`, `conflict`; what a single transfer is refused for stands in its place in the
    ///   answer.
    public struct MakeTransfers: Signal {
        public typealias Answer = TransferResults
        public static let method: SignalMethod = "ledger.transfers"
        public static let summary = "Makes a list of transfers."
        /// Each item is checked and refused on its own.
        public static let rawTexts: Set<String> = ["transfers"]

        /// 1 ... 8,192.
        public let transfers: [TransferItem]
        /// True: all succeed or none, and the others of a refused list answer `rolledBack`. Otherwise each chain
        /// succeeds or fails on its own.
        public let atomic: Bool?
        /// True: a dry run. The answer says what would happen, one transfer after another. Nothing is done, and
        /// idempotency keys are neither looked up nor used.
        public let dryRun: Bool?

        public init(transfers: [TransferItem], atomic: Bool? = nil, dryRun: Bool? = nil) {
            self.transfers = transfers
            self.atomic = atomic
            self.dryRun = dryRun
        }
    }

    /// The results of transfers.
    public struct TransferResults: Codable, Hashable, Sendable {
        /// In the order asked.
        public let results: [TransferResult]

        public init(results: [TransferResult]) {
            self.results = results
        }
    }

    /// The result of one transfer of a list: `{"transfer": …}` or `{"fault": …}`.
    public enum TransferResult: Hashable, Sendable {
        /// It was made.
        case transfer(Transfer)
        /// It was refused.
        case fault(Fault)
    }
}
