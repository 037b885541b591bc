import Coordination
import Domain

extension SubscriptionsSignal {
    /// Forecasts the balances of the user's accounts day by day from the current balances, subscriptions, scheduled
    /// transfers, and payments of held bonds.
    ///
    /// - Answer: ``ForecastAnswer``.
    /// - Faults, first match wins: `invalidArgument`, `notFound`, `unavailable`.
    public struct Forecast: Signal {
        public typealias Answer = ForecastAnswer
        public static let method: SignalMethod = "subscriptions.forecast"
        public static let summary = "Forecasts the balances of your accounts, day by day."
        public static let effect = SignalEffect.reads

        /// How many days from today on, 1 ... 366; 30 when absent.
        public let days: Int?
        /// One account; all open accounts when absent.
        public let account: String?
        /// The buffer for this forecast only; needs `account`.
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
        /// The balance at the end of the day.
        public let balance: Money
        /// The changes of that day.
        public let changes: [ForecastChange]

        public init(date: CalendarDay, balance: Money, changes: [ForecastChange]) {
            self.date = date
            self.balance = balance
            self.changes = changes
        }
    }

    /// A day on which a balance is too low.
    public struct ForecastLow: Codable, Hashable, Sendable {
        /// Which day.
        public let date: CalendarDay
        /// The balance at the end of the day.
        public let balance: Money
        /// The change that takes the balance below the buffer; absent when it is below already.
        public let because: ForecastChange?

        public init(date: CalendarDay, balance: Money, because: ForecastChange? = nil) {
            self.date = date
            self.balance = balance
            self.because = because
        }
    }

    /// The forecast of an account.
    public struct AccountForecast: Codable, Hashable, Sendable {
        /// The account.
        public let account: String
        /// What its user calls it.
        public let name: String
        /// The balance available now.
        public let balance: Money
        /// The buffer.
        public let buffer: Money
        /// Every day, today first.
        public let days: [ForecastDay]
        /// The first day with the lowest balance.
        public let lowest: ForecastLow
        /// The first day below the buffer; absent without one.
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

    /// The forecast.
    public struct ForecastAnswer: Codable, Hashable, Sendable {
        /// Today in the user's time zone.
        public let from: CalendarDay
        /// The last day.
        public let to: CalendarDay
        /// The oldest account first.
        public let accounts: [AccountForecast]
        /// Payments due in a currency in which the user has no account.
        public let unplaced: [ForecastChange]
        /// Whether bonds could be asked. If not, their payments are missing here.
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

    /// Exports subscriptions as a calendar for other programs, by RFC 5545.
    ///
    /// - Answer: ``FileAnswer``.
    /// - Faults, first match wins: `notFound`.
    public struct CalendarFile: Signal {
        public typealias Answer = FileAnswer
        public static let method: SignalMethod = "subscriptions.calendar"
        public static let summary = "Exports your subscriptions as a calendar."
        public static let effect = SignalEffect.reads

        /// One subscription; all active ones when absent.
        public let id: String?

        public init(id: String? = nil) {
            self.id = id
        }
    }

    /// A file.
    public struct FileAnswer: Codable, Hashable, Sendable {
        /// The media type.
        public let mediaType: String
        /// Its content.
        public let content: String

        public init(mediaType: String, content: String) {
            self.mediaType = mediaType
            self.content = content
        }
    }
}
