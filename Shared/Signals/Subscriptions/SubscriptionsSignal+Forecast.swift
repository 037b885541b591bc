import Coordination
import Domain

extension SubscriptionsSignal {
    /// Tells day by day what will be in the user's accounts: what is there now, subscriptions, scheduled transfers,
    /// and what held bonds pay.
    ///
    /// - Answer: ``ForecastAnswer``.
    /// - Faults, first match wins: `invalidArgument`, `notFound`, `unavailable`.
    public struct Forecast: Signal {
        public typealias Answer = ForecastAnswer
        public static let method: SignalMethod = "subscriptions.forecast"
        public static let summary = "Tells what will be in your accounts, day by day."
        public static let effect = SignalEffect.reads

        /// How many days from today on, 1 ... 366; 30 when absent.
        public let days: Int?
        /// One account; all that are open when absent.
        public let account: String?
        /// What is to stay in it, for this once; takes `account`.
        public let buffer: Money?

        public init(days: Int? = nil, account: String? = nil, buffer: Money? = nil) {
            self.days = days
            self.account = account
            self.buffer = buffer
        }
    }

    /// A day of an account.
    public struct ForecastDay: Codable, Hashable, Sendable {
        /// Which day.
        public let date: CalendarDay
        /// What is in the account when it ends.
        public let balance: Money
        /// What moves on it.
        public let changes: [ForecastChange]

        public init(date: CalendarDay, balance: Money, changes: [ForecastChange]) {
            self.date = date
            self.balance = balance
            self.changes = changes
        }
    }

    /// A day on which too little is in an account.
    public struct ForecastLow: Codable, Hashable, Sendable {
        /// Which day.
        public let date: CalendarDay
        /// What is in the account when it ends.
        public let balance: Money
        /// What takes it below the buffer; absent when it is below already.
        public let because: ForecastChange?

        public init(date: CalendarDay, balance: Money, because: ForecastChange? = nil) {
            self.date = date
            self.balance = balance
            self.because = because
        }
    }

    /// What will be in an account.
    public struct AccountForecast: Codable, Hashable, Sendable {
        /// The account.
        public let account: String
        /// What its user calls it.
        public let name: String
        /// What is available in it now.
        public let balance: Money
        /// What is to stay in it.
        public let buffer: Money
        /// Every day, today first.
        public let days: [ForecastDay]
        /// The first day on which there is least.
        public let lowest: ForecastLow
        /// The first day below the buffer; absent when there is none.
        public let low: ForecastLow?

        public init(
            account: String, name: String, balance: Money, buffer: Money, days: [ForecastDay], lowest: ForecastLow,
            low: ForecastLow? = nil
        ) {
            self.account = account
            self.name = name
            self.balance = balance
            self.buffer = buffer
            self.days = days
            self.lowest = lowest
            self.low = low
        }
    }

    /// What will be.
    public struct ForecastAnswer: Codable, Hashable, Sendable {
        /// Today in the user's time zone.
        public let from: CalendarDay
        /// The last day.
        public let to: CalendarDay
        /// The oldest account first.
        public let accounts: [AccountForecast]
        /// What is due in a currency that no account of the user is in.
        public let unplaced: [ForecastChange]
        /// Whether bonds could be asked; without it what they pay is missing here.
        public let bonds: Bool

        public init(
            from: CalendarDay, to: CalendarDay, accounts: [AccountForecast], unplaced: [ForecastChange], bonds: Bool
        ) {
            self.from = from
            self.to = to
            self.accounts = accounts
            self.unplaced = unplaced
            self.bonds = bonds
        }
    }

    /// Gives subscriptions as a calendar for other programs, by RFC 5545.
    ///
    /// - Answer: ``FileAnswer``.
    /// - Faults, first match wins: `notFound`.
    public struct CalendarFile: Signal {
        public typealias Answer = FileAnswer
        public static let method: SignalMethod = "subscriptions.calendar"
        public static let summary = "Gives your subscriptions as a calendar."
        public static let effect = SignalEffect.reads

        /// One subscription; all that go on when absent.
        public let id: String?

        public init(id: String? = nil) {
            self.id = id
        }
    }

    /// A file.
    public struct FileAnswer: Codable, Hashable, Sendable {
        /// What it is.
        public let mediaType: String
        /// All of it.
        public let content: String

        public init(mediaType: String, content: String) {
            self.mediaType = mediaType
            self.content = content
        }
    }
}
