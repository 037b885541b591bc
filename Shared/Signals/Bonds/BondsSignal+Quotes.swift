import Coordination
import Domain

extension BondsSignal {
    /// A price at a moment.
    public struct Quote: Hashable, Sendable {
        /// When.
        public let date: QuoteMoment
        /// Without accrued interest, in percent of the outstanding face; above zero.
        public let price: Double
        /// In percent a year, as the source said it.
        public let yield: Double?

        public init(date: QuoteMoment, price: Double, yield: Double? = nil) {
            self.date = date
            self.price = price
            self.yield = yield
        }
    }

    /// A bond with quotes and, optionally, its terms: one `activity` of the app's files.
    public struct Activity: Codable, Hashable, Sendable {
        /// Its name, at most 200 characters.
        public let title: String
        /// Its currency.
        public let currency: Currency
        /// Its number.
        public let isin: ISIN
        /// Its quotes, in any order. A quote replaces an earlier one of the same moment.
        public let items: [Quote]
        /// Its terms; the known ones stay when absent.
        public let terms: Terms?

        public init(title: String, currency: Currency, isin: ISIN, items: [Quote], terms: Terms? = nil) {
            self.title = title
            self.currency = currency
            self.isin = isin
            self.items = items
            self.terms = terms
        }
    }

    /// Imports bonds with their quotes and terms, all or none.
    ///
    /// - Answer: ``ImportAnswer``.
    /// - Faults, first match wins: `invalidArgument`, which names a bad item by its place; `conflict` (a bond in
    ///   another currency than it was); `permissionDenied` (quotes or terms of a bond that another user put in would
    ///   change); `amountOverflow` (what a holder would get).
    public struct Import: Signal {
        public typealias Answer = ImportAnswer
        public static let method: SignalMethod = "bonds.import"
        public static let summary = "Imports bonds with their quotes and terms."

        /// At most 1,000.
        public let activities: [Activity]

        public init(activities: [Activity]) { self.activities = activities }
    }

    /// The result of an import.
    public struct ImportAnswer: Codable, Hashable, Sendable {
        /// For each bond, in the order of the import.
        public let bonds: [Imported]

        public init(bonds: [Imported]) { self.bonds = bonds }
    }

    /// The result of an import for one bond.
    public struct Imported: Codable, Hashable, Sendable {
        /// The bond.
        public let isin: ISIN
        /// Quotes of moments that had none.
        public let added: Int
        /// Quotes that changed.
        public let updated: Int
        /// How many quotes there are.
        public let quotes: Int
        /// Whether what it pays is another now.
        public let newTerms: Bool

        public init(isin: ISIN, added: Int, updated: Int, quotes: Int, newTerms: Bool) {
            self.isin = isin
            self.added = added
            self.updated = updated
            self.quotes = quotes
            self.newTerms = newTerms
        }
    }

    /// Lists the bonds.
    ///
    /// - Answer: ``BondList``.
    /// - Faults: `invalidArgument`.
    public struct List: Signal {
        public typealias Answer = BondList
        public static let method: SignalMethod = "bonds.list"
        public static let summary = "Lists the bonds."
        public static let effect = SignalEffect.reads

        /// The greatest number of items, 1 ... 1,000; 50 when absent.
        public let limit: Int?
        /// Where the page before ended.
        public let cursor: String?

        public init(limit: Int? = nil, cursor: String? = nil) {
            self.limit = limit
            self.cursor = cursor
        }
    }

    /// Bonds.
    public struct BondList: Codable, Hashable, Sendable {
        /// In the order of their numbers.
        public let bonds: [Bond]
        /// Where the next page begins; absent at the end.
        public let nextCursor: String?

        public init(bonds: [Bond], nextCursor: String? = nil) {
            self.bonds = bonds
            self.nextCursor = nextCursor
        }
    }

    /// Returns a bond with its terms and the figures of its last price on the day of that price.
    ///
    /// - Answer: ``BondAnswer``.
    /// - Faults: `notFound`.
    public struct GetBond: Signal {
        public typealias Answer = BondAnswer
        public static let method: SignalMethod = "bonds.bond"
        public static let summary = "Shows a bond."
        public static let effect = SignalEffect.reads

        /// Which.
        public let isin: ISIN

        public init(isin: ISIN) { self.isin = isin }
    }

    /// A bond with its terms.
    public struct BondAnswer: Codable, Hashable, Sendable {
        /// The bond.
        public let bond: Bond
        /// Its terms, if they are known.
        public let terms: Terms?
        /// Yield, accrued interest and the rest at the last price, on the day of that price.
        public let figures: QuotedFigures?
        /// Why there are no figures; absent where there are.
        public let noFigures: CurveGapReason?

        public init(
            bond: Bond, terms: Terms?, figures: QuotedFigures? = nil, noFigures: CurveGapReason? = nil
        ) {
            self.bond = bond
            self.terms = terms
            self.figures = figures
            self.noFigures = noFigures
        }
    }

    /// The figures of a bond at a quoted price, for the day of that price: an old price says nothing about today.
    public struct QuotedFigures: Codable, Hashable, Sendable {
        /// The day of the price (UTC), for which all is reckoned.
        public let day: CalendarDay
        /// Its value and yield at that moment.
        public let figures: FiguresAnswer

        public init(day: CalendarDay, figures: FiguresAnswer) {
            self.day = day
            self.figures = figures
        }
    }

    /// The kind of a chart.
    public enum ChartKind: String, Codable, CaseIterable, Hashable, Sendable {
        /// Prices, in percent.
        case price
        /// Yields in percent per year: as quoted, else computed from the terms.
        case yield
    }

    /// A stretch of time that ends with the newest quote.
    public enum ChartPeriod: String, Codable, CaseIterable, Hashable, Sendable {
        /// A week.
        case week = "1W"
        /// A month.
        case month = "1M"
        /// Three months.
        case threeMonths = "3M"
        /// Six months.
        case sixMonths = "6M"
        /// A year.
        case year = "1Y"
        /// Two years.
        case twoYears = "2Y"
        /// All quotes.
        case all = "all"
    }

    /// Gives the line of prices or yields over a period.
    ///
    /// - Answer: ``ChartAnswer``.
    /// - Faults, first match wins: `invalidArgument`, `periodMissing` (one end without the other), `periodReversed`,
    ///   `periodEmpty` (both ends in the same hour, or nothing inside), `notFound`, `termsMissing`, `noYield`.
    public struct Chart: Signal {
        public typealias Answer = ChartAnswer
        public static let method: SignalMethod = "bonds.chart"
        public static let summary = "Returns a bond's prices or yields over a period."
        public static let effect = SignalEffect.reads

        /// The bond.
        public let isin: ISIN
        /// The kind of chart.
        public let kind: ChartKind
        /// The first moment; all quotes when neither end is given.
        public let from: QuoteMoment?
        /// The last moment; a day stands for all of it.
        public let to: QuoteMoment?
        /// At most so many points that show the shape, 2 ... 10,000; 1,000 when absent.
        public let points: Int?
        /// The length of the period that ends with the newest quote; instead of `from` and `to`.
        public let period: ChartPeriod?

        public init(
            isin: ISIN, kind: ChartKind, from: QuoteMoment? = nil, to: QuoteMoment? = nil, points: Int? = nil,
            period: ChartPeriod? = nil
        ) {
            self.isin = isin
            self.kind = kind
            self.from = from
            self.to = to
            self.period = period
            self.points = points
        }
    }

    /// A point of a chart.
    public struct ChartPoint: Decodable, Hashable, Sendable {
        /// When.
        public let date: Instant
        /// In percent.
        public let value: Double

        public init(date: Instant, value: Double) {
            self.date = date
            self.value = value
        }
    }

    /// A line, and what it is a picture of.
    public struct ChartAnswer: Codable, Hashable, Sendable {
        /// The bond.
        public let isin: ISIN
        /// The kind of chart.
        public let kind: ChartKind
        /// In order of time.
        public let points: [ChartPoint]
        /// The moment of the first quote of the period.
        public let from: Instant
        /// The moment of the last quote of the period.
        public let to: Instant
        /// How many quotes lie in the period.
        public let quotes: Int
        /// The quote with the least value of the period, also when it is not among the points.
        public let lowest: ChartPoint
        /// The quote with the greatest value.
        public let highest: ChartPoint
        /// From the first value to the last.
        public let change: Double
        /// The name of the bond.
        public let title: String?
        /// The first quote of the bond, in the period or not.
        public let firstQuote: Instant?
        /// The last quote of the bond, in the period or not.
        public let lastQuote: Instant?

        public init(
            isin: ISIN, kind: ChartKind, points: [ChartPoint], from: Instant, to: Instant, quotes: Int,
            lowest: ChartPoint, highest: ChartPoint, change: Double, title: String? = nil,
            firstQuote: Instant? = nil, lastQuote: Instant? = nil
        ) {
            self.isin = isin
            self.kind = kind
            self.points = points
            self.from = from
            self.to = to
            self.quotes = quotes
            self.lowest = lowest
            self.highest = highest
            self.change = change
            self.title = title
            self.firstQuote = firstQuote
            self.lastQuote = lastQuote
        }
    }
}
