import Coordination
import Domain

extension LedgerSignal {
    /// One debit of a list.
    public struct DebitItem: Codable, Hashable, Sendable {
        /// The account that a mandate was granted for.
        public let account: String
        /// How much, more than zero.
        public let amount: Money
        /// The purpose, at most 500 characters.
        public let description: String?
        /// The category, at most 100 characters.
        public let category: String?
        /// Identifies this one attempt, as `_meta.idempotencyKey` does for a request.
        public let idempotencyKey: String

        public init(
            account: String, amount: Money, description: String? = nil, category: String? = nil, idempotencyKey: String
        ) {
            self.account = account
            self.amount = amount
            self.description = description
            self.category = category
            self.idempotencyKey = idempotencyKey
        }
    }

    /// Makes many debits, each by a mandate. They are independent: a refused one does not stop the others.
    ///
    /// - Answer: ``TransferResults``.
    /// - Faults, first match wins: `permissionDenied`, `invalidArgument`.
    public struct Debits: Signal {
        public typealias Answer = TransferResults
        public static let method: SignalMethod = "ledger.debits"
        public static let summary = "Makes many debits by mandate; for services."
        /// Each item is checked and refused on its own.
        public static let rawTexts: Set<String> = ["debits"]

        /// One to 8,192.
        public let debits: [DebitItem]

        public init(debits: [DebitItem]) {
            self.debits = debits
        }
    }

    /// Something that will change a balance.
    public struct PlannedChange: Codable, Hashable, Sendable {
        /// When.
        public let day: CalendarDay
        /// Which account's.
        public let account: String
        /// By which schedule.
        public let schedule: String
        /// The amount that it adds: negative for what leaves.
        public let amount: Money
        /// The purpose; may be empty.
        public let description: String
        /// What the user calls the account on the other side, their own or a payee's; absent where it has no name.
        public let otherSide: String?

        public init(
            day: CalendarDay, account: String, schedule: String, amount: Money, description: String,
            otherSide: String? = nil
        ) {
            self.day = day
            self.account = account
            self.schedule = schedule
            self.amount = amount
            self.description = description
            self.otherSide = otherSide
        }
    }

    /// Returns the balances of a user's open accounts and the scheduled transfers that will change them. Only a service
    /// that sees all events may name the user.
    ///
    /// - Answer: ``OutlookAnswer``.
    /// - Faults, first match wins: `permissionDenied`, `invalidArgument`.
    public struct Outlook: Signal {
        public typealias Answer = OutlookAnswer
        public static let method: SignalMethod = "ledger.outlook"
        public static let summary = "Shows your balances and upcoming scheduled transfers."
        public static let effect = SignalEffect.reads

        /// The last day, at most 400 days from today.
        public let until: CalendarDay
        /// The owner of the accounts; only for services that see all events.
        public let user: String?

        public init(until: CalendarDay, user: String? = nil) {
            self.until = until
            self.user = user
        }
    }

    /// Balances and planned changes.
    public struct OutlookAnswer: Codable, Hashable, Sendable {
        /// Those that are not closed, the oldest first.
        public let accounts: [Account]
        /// By day; at most 10,000.
        public let planned: [PlannedChange]

        public init(accounts: [Account], planned: [PlannedChange]) {
            self.accounts = accounts
            self.planned = planned
        }
    }
}
