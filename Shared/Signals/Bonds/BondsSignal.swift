import Coordination
import Domain

/// The signals of bonds, which knows the payments, prices and yields of bonds.
public enum BondsSignal {
    /// A payment of interest: for which period, when, how much for one bond.
    public struct Coupon: Codable, Hashable, Sendable {
        /// The first day that earns it.
        public let start: CalendarDay
        /// The day it is paid.
        public let date: CalendarDay
        /// Money for one bond, in its currency.
        public let value: Double

        public init(start: CalendarDay, date: CalendarDay, value: Double) {
            self.start = start
            self.date = date
            self.value = value
        }
    }

    /// A repayment of the face or of a part of it.
    public struct Repayment: Codable, Hashable, Sendable {
        /// The day it is paid.
        public let date: CalendarDay
        /// Money for one bond, in its currency.
        public let value: Double

        public init(date: CalendarDay, value: Double) {
            self.date = date
            self.value = value
        }
    }

    /// The terms of a bond: either all payments (`principal`, and `coupons` unless it has none), or `face`,
    /// `ratePercent`, `frequency`, `issued` and `maturity`, from which the payments are computed.
    public struct Terms: Codable, Hashable, Sendable {
        /// The payments of interest.
        public let coupons: [Coupon]?
        /// The repayments, at least one.
        public let principal: [Repayment]?
        /// The amount repaid at maturity.
        public let face: Double?
        /// Interest a year, in percent of the face.
        public let ratePercent: Double?
        /// Payments of interest a year: 0, 1, 2, 3, 4, 6 or 12.
        public let frequency: Int?
        /// The day from which interest is earned.
        public let issued: CalendarDay?
        /// The day of the repayment.
        public let maturity: CalendarDay?
        /// In addition to payments: the days of coupons whose amount is not known yet.
        public let unknownCoupons: [CalendarDay]?

        /// Terms as payments.
        public init(coupons: [Coupon], principal: [Repayment], unknownCoupons: [CalendarDay]? = nil) {
            (self.coupons, self.principal, self.unknownCoupons) = (coupons, principal, unknownCoupons)
            (face, ratePercent, frequency, issued, maturity) = (nil, nil, nil, nil, nil)
        }

        /// Terms in short.
        public init(face: Double, ratePercent: Double, frequency: Int, issued: CalendarDay, maturity: CalendarDay) {
            (coupons, principal, unknownCoupons) = (nil, nil, nil)
            self.face = face
            self.ratePercent = ratePercent
            self.frequency = frequency
            self.issued = issued
            self.maturity = maturity
        }
    }

    /// A bond, and what is known of it.
    public struct Bond: Codable, Hashable, Sendable {
        /// Its number.
        public let isin: ISIN
        /// Its name.
        public let title: String
        /// Its currency.
        public let currency: Currency
        /// How many quotes there are.
        public let quotes: Int
        /// The moment of the first quote.
        public let from: Instant?
        /// The moment of the last quote.
        public let to: Instant?
        /// The last price, in percent of the face.
        public let lastPrice: Double?
        /// The last repayment, if the terms are known.
        public let maturity: CalendarDay?
        /// How many days lie between the day of the last price and today.
        public let priceAgeDays: Int?

        public init(
            isin: ISIN, title: String, currency: Currency, quotes: Int, from: Instant?, to: Instant?,
            lastPrice: Double?, maturity: CalendarDay?, priceAgeDays: Int? = nil
        ) {
            self.isin = isin
            self.title = title
            self.currency = currency
            self.quotes = quotes
            self.from = from
            self.to = to
            self.lastPrice = lastPrice
            self.maturity = maturity
            self.priceAgeDays = priceAgeDays
        }
    }

    /// Checks the form and the check digit of an ISIN.
    ///
    /// - Answer: ``ISINAnswer``.
    public struct CheckISIN: Signal {
        public typealias Answer = ISINAnswer
        public static let method: SignalMethod = "bonds.checkISIN"
        public static let summary = "Checks the check digit of an ISIN."
        public static let effect = SignalEffect.reads

        /// Any text.
        public let isin: String

        public init(isin: String) { self.isin = isin }
    }

    /// Whether a text is an ISIN.
    public struct ISINAnswer: Codable, Hashable, Sendable {
        /// Whether it is.
        public let valid: Bool

        public init(valid: Bool) { self.valid = valid }
    }
}
