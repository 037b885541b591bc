import Coordination
import Domain

extension SubscriptionsSignal {
    /// Sums up what subscriptions cost in a month and in a year, and what was paid. Amounts of other currencies are
    /// told in the default one where the user has entered a rate, and nowhere else.
    ///
    /// - Answer: ``TotalsAnswer``.
    /// - Faults, first match wins: `invalidArgument`.
    public struct Totals: Signal {
        public typealias Answer = TotalsAnswer
        public static let method: SignalMethod = "subscriptions.totals"
        public static let summary = "Sums up what your subscriptions cost."
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
        /// How many subscriptions cost it.
        public let subscriptions: Int
        /// What they cost in a month, on average.
        public let month: Money
        /// What they cost in a year, on average.
        public let year: Money
        /// What was paid in this month of the calendar so far.
        public let paidThisMonth: Money
        /// What was paid in this year of the calendar so far.
        public let paidThisYear: Money
        /// By which its sums were told in the default currency; absent for that itself, and where there is none.
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
        /// Whether it was entered the other way round.
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
        /// Which; absent for those without.
        public let category: String?
        /// In which currency.
        public let currency: Currency
        /// What they cost in a month, on average.
        public let month: Money
        /// What they cost in a year, on average.
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
        /// What subscriptions cost in a month, on average.
        public let month: Money
        /// What they cost in a year, on average.
        public let year: Money
        /// What was paid in this month of the calendar so far.
        public let paidThisMonth: Money
        /// What was paid in this year of the calendar so far.
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
        /// What today is in the user's time zone.
        public let today: CalendarDay
        /// By code.
        public let currencies: [CurrencyTotals]
        /// The dearest first.
        public let categories: [CategoryTotals]
        /// The currency of `total`.
        public let currency: Currency
        /// Of those currencies that a rate is known for.
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
