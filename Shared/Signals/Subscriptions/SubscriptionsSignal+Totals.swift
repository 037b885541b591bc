import Coordination
import Domain

extension SubscriptionsSignal {
    /// Sums up the cost of subscriptions per month and per year and the amounts paid. Amounts of other currencies are
    /// converted into the default one only where the user has entered a rate.
    ///
    /// - Answer: ``TotalsAnswer``.
    /// - Faults, first match wins: `invalidArgument`.
    public struct Totals: Signal {
        public typealias Answer = TotalsAnswer
        public static let method: SignalMethod = "subscriptions.totals"
        public static let summary = "Adds up what your subscriptions cost."
        public static let effect = SignalEffect.reads

        /// The currency of the sum; the user's default when absent.
        public let currency: Currency?

        public init(currency: Currency? = nil) {
            self.currency = currency
        }
    }

    /// Sums in one currency.
    public struct CurrencyTotals: Codable, Hashable, Sendable {
        /// Which.
        public let currency: Currency
        /// How many subscriptions are paid in it.
        public let subscriptions: Int
        /// Their average cost per month.
        public let month: Money
        /// Their average cost per year.
        public let year: Money
        /// The amount paid in this calendar month so far.
        public let paidThisMonth: Money
        /// The amount paid in this calendar year so far.
        public let paidThisYear: Money
        /// The rate by which its sums were converted into the default currency; absent for the default currency, and
        /// without a rate.
        public let rate: RateUsed?

        public init(
            currency: Currency, subscriptions: Int, month: Money, year: Money, paidThisMonth: Money,
            paidThisYear: Money, rate: RateUsed? = nil
        ) {
            self.currency = currency
            self.subscriptions = subscriptions
            self.month = month
            self.year = year
            self.paidThisMonth = paidThisMonth
            self.paidThisYear = paidThisYear
            self.rate = rate
        }
    }

    /// A rate that the user entered.
    public struct RateUsed: Codable, Hashable, Sendable {
        /// How many units of the default currency one unit is.
        public let rate: String
        /// Where it was found.
        public let source: String
        /// When it held.
        public let asOf: Instant
        /// Whether it was entered in the opposite direction.
        public let inverted: Bool

        public init(rate: String, source: String, asOf: Instant, inverted: Bool) {
            self.rate = rate
            self.source = source
            self.asOf = asOf
            self.inverted = inverted
        }
    }

    /// Sums of a category in one currency.
    public struct CategoryTotals: Codable, Hashable, Sendable {
        /// The category; absent for subscriptions without one.
        public let category: String?
        /// The currency.
        public let currency: Currency
        /// Their average cost per month.
        public let month: Money
        /// Their average cost per year.
        public let year: Money

        public init(category: String? = nil, currency: Currency, month: Money, year: Money) {
            self.category = category
            self.currency = currency
            self.month = month
            self.year = year
        }
    }

    /// A sum over all currencies.
    public struct Sum: Codable, Hashable, Sendable {
        /// The average cost of subscriptions per month.
        public let month: Money
        /// Their average cost per year.
        public let year: Money
        /// The amount paid in this calendar month so far.
        public let paidThisMonth: Money
        /// The amount paid in this calendar year so far.
        public let paidThisYear: Money

        public init(month: Money, year: Money, paidThisMonth: Money, paidThisYear: Money) {
            self.month = month
            self.year = year
            self.paidThisMonth = paidThisMonth
            self.paidThisYear = paidThisYear
        }
    }

    /// Sums.
    public struct TotalsAnswer: Codable, Hashable, Sendable {
        /// Today in the user's time zone.
        public let today: CalendarDay
        /// By code.
        public let currencies: [CurrencyTotals]
        /// Highest cost first.
        public let categories: [CategoryTotals]
        /// The currency of `total`.
        public let currency: Currency
        /// The sum over the currencies with a known rate.
        public let total: Sum
        /// Currencies without a rate, which `total` leaves out.
        public let missing: [Currency]
        /// Whether the ledger could be asked for rates.
        public let ratesKnown: Bool

        public init(
            today: CalendarDay, currencies: [CurrencyTotals], categories: [CategoryTotals], currency: Currency,
            total: Sum, missing: [Currency], ratesKnown: Bool
        ) {
            self.today = today
            self.currencies = currencies
            self.categories = categories
            self.currency = currency
            self.total = total
            self.missing = missing
            self.ratesKnown = ratesKnown
        }
    }
}
