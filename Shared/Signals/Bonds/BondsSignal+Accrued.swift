import Coordination
import Domain

extension BondsSignal {
    /// Returns the interest accrued since the current coupon period began.
    ///
    /// - Answer: ``AccruedAnswer``.
    /// - Faults, first match wins: `invalidArgument` (not exactly one of terms and ISIN), `notFound`, `termsMissing`.
    public struct Accrued: Signal {
        public typealias Answer = AccruedAnswer
        public static let method: SignalMethod = "bonds.accrued"
        public static let summary = "Computes the accrued interest of a bond on a day."
        public static let effect = SignalEffect.reads

        /// A bond whose terms are known here.
        public let isin: ISIN?
        /// Or what the bond pays.
        public let terms: Terms?
        /// The day; today when absent.
        public let day: CalendarDay?

        public init(isin: ISIN? = nil, terms: Terms? = nil, day: CalendarDay? = nil) {
            self.isin = isin
            self.terms = terms
            self.day = day
        }
    }

    /// Accrued interest of a day.
    public struct AccruedAnswer: Codable, Hashable, Sendable {
        /// Which day.
        public let day: CalendarDay
        /// Money for one bond.
        public let accruedInterest: Double
        /// The same in percent of the outstanding face; absent when there is none.
        public let accruedPercent: Double?
        /// The face that is not paid back yet.
        public let outstandingFace: Double
        /// The running coupon period; absent between periods.
        public let coupon: Coupon?
        /// Days of it that are over.
        public let daysElapsed: Int?
        /// Days that it has.
        public let days: Int?

        public init(
            day: CalendarDay, accruedInterest: Double, accruedPercent: Double? = nil, outstandingFace: Double,
            coupon: Coupon? = nil, daysElapsed: Int? = nil, days: Int? = nil
        ) {
            self.day = day
            self.accruedInterest = accruedInterest
            self.accruedPercent = accruedPercent
            self.outstandingFace = outstandingFace
            self.coupon = coupon
            self.daysElapsed = daysElapsed
            self.days = days
        }
    }
}
