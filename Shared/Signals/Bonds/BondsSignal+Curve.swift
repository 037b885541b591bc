import Coordination
import Domain

extension BondsSignal {
    /// Returns the yields of the user's bonds at their last prices by a day, in order of duration. Each yield is
    /// computed for the day of its price.
    ///
    /// - Answer: ``CurveAnswer``.
    /// - Faults: `invalidArgument`.
    public struct Curve: Signal {
        public typealias Answer = CurveAnswer
        public static let method: SignalMethod = "bonds.curve"
        public static let summary = "Lists the yields of your bonds, earliest maturity first."
        public static let effect = SignalEffect.reads

        /// The day; today when absent.
        public let day: CalendarDay?

        public init(day: CalendarDay? = nil) {
            self.day = day
        }
    }

    /// A yield curve.
    public struct CurveAnswer: Codable, Hashable, Sendable {
        /// Which day.
        public let day: CalendarDay
        /// In order of duration.
        public let points: [CurvePoint]
        /// Bonds that are held and have no point, and why.
        public let left: [CurveGap]

        public init(day: CalendarDay, points: [CurvePoint], left: [CurveGap]) {
            self.day = day
            self.points = points
            self.left = left
        }
    }

    /// A bond on the curve.
    public struct CurvePoint: Codable, Hashable, Sendable {
        /// The bond.
        public let isin: ISIN
        /// Its name.
        public let title: String
        /// Years of 365 days from the day of the price to the last repayment.
        public let years: Double
        /// In years.
        public let macaulayDuration: Double
        /// In percent per year, compounded yearly, computed from price and terms.
        public let yieldPercent: Double
        /// The price, in percent of the outstanding face.
        public let cleanPricePercent: Double
        /// When that was.
        public let quotedAt: Instant
        /// How many are held.
        public let quantity: Int

        public init(
            isin: ISIN, title: String, years: Double, macaulayDuration: Double, yieldPercent: Double,
            cleanPricePercent: Double, quotedAt: Instant, quantity: Int
        ) {
            self.isin = isin
            self.title = title
            self.years = years
            self.macaulayDuration = macaulayDuration
            self.yieldPercent = yieldPercent
            self.cleanPricePercent = cleanPricePercent
            self.quotedAt = quotedAt
            self.quantity = quantity
        }
    }

    /// Why a bond has no point on a curve.
    public enum CurveGapReason: String, Codable, CaseIterable, Hashable, Sendable {
        /// There is no price of that day or before.
        case quotes
        /// Its payments are not known, or not all of them.
        case terms
        /// Nothing is left to be paid.
        case matured
        /// No number is its yield at that price.
        case noYield
    }

    /// A bond without a point.
    public struct CurveGap: Codable, Hashable, Sendable {
        /// The bond.
        public let isin: ISIN
        /// Its name.
        public let title: String
        /// Why.
        public let reason: CurveGapReason

        public init(isin: ISIN, title: String, reason: CurveGapReason) {
            self.isin = isin
            self.title = title
            self.reason = reason
        }
    }
}
