import Coordination
import Domain

extension SubscriptionsSignal {
    /// The buffer of an account.
    public struct Buffer: Codable, Hashable, Sendable {
        /// The account.
        public let account: String
        /// How much.
        public let amount: Money

        public init(account: String, amount: Money) {
            self.account = account
            self.amount = amount
        }
    }

    /// The settings of a user.
    public struct Settings: Codable, Hashable, Sendable {
        /// The time zone that determines today, such as `Europe/Moscow`.
        public let timeZone: String
        /// The currency of totals.
        public let currency: Currency
        /// The account that payments without one count against in forecasts; the first of the currency when absent.
        public let account: String?
        /// How many days ahead to look for balances that are too low.
        public let warnDays: Int
        /// The buffers of accounts; zero for accounts that are not listed.
        public let buffers: [Buffer]

        public init(timeZone: String, currency: Currency, account: String? = nil, warnDays: Int, buffers: [Buffer]) {
            self.timeZone = timeZone
            self.currency = currency
            self.account = account
            self.warnDays = warnDays
            self.buffers = buffers
        }
    }

    /// Settings.
    public struct SettingsAnswer: Codable, Hashable, Sendable {
        /// The current settings.
        public let settings: Settings

        public init(settings: Settings) {
            self.settings = settings
        }
    }

    /// Returns the settings of the user.
    ///
    /// - Answer: ``SettingsAnswer``.
    public struct GetSettings: Signal {
        public typealias Answer = SettingsAnswer
        public static let method: SignalMethod = "subscriptions.settings"
        public static let summary = "Shows your settings for subscriptions."
        public static let effect = SignalEffect.reads

        public init() {
        }
    }

    /// Changes the given settings.
    ///
    /// - Answer: ``SettingsAnswer``.
    /// - Faults, first match wins: `invalidArgument`, `unavailable` (auth, for a zone), `conflict`, `limitExceeded`
    ///   (100 buffers a user).
    public struct SetSettings: Signal {
        public typealias Answer = SettingsAnswer
        public static let method: SignalMethod = "subscriptions.setSettings"
        public static let summary = "Changes your settings for subscriptions."

        /// A zone of the IANA database, such as `Europe/Moscow`.
        public let timeZone: String?
        /// The currency of totals.
        public let currency: Currency?
        /// The account that payments without one count against; an empty text for the first of the currency.
        public let account: String?
        /// How many days ahead to look for low balances, 1 ... 366.
        public let warnDays: Int?
        /// The buffer of one account; zero for none.
        public let buffer: Buffer?

        public init(
            timeZone: String? = nil, currency: Currency? = nil, account: String? = nil, warnDays: Int? = nil,
            buffer: Buffer? = nil
        ) {
            self.timeZone = timeZone
            self.currency = currency
            self.account = account
            self.warnDays = warnDays
            self.buffer = buffer
        }
    }
}
