import Coordination
import Domain

extension BondsSignal {
    /// Records how many of a bond the user holds. Event `bonds.couponsChanged`.
    ///
    /// - Answer: ``HoldAnswer``.
    /// - Faults, first match wins: `invalidArgument`, `conflict`, `notFound`, `limitExceeded`, `amountOverflow`.
    public struct Hold: Signal {
        public typealias Answer = HoldAnswer
        public static let method: SignalMethod = "bonds.hold"
        public static let summary = "Records how many of a bond you hold."

        /// Which bond; it must be known here.
        public let isin: ISIN
        /// How many, 0 ... 1,000,000,000; 0 for none any more.
        public let quantity: Int

        public init(isin: ISIN, quantity: Int) {
            self.isin = isin
            self.quantity = quantity
        }
    }

    /// The holding as it is now.
    public struct HoldAnswer: Codable, Hashable, Sendable {
        /// The bond.
        public let isin: ISIN
        /// Its name.
        public let title: String
        /// How many.
        public let quantity: Int
        /// How many there were before.
        public let before: Int

        public init(isin: ISIN, title: String, quantity: Int, before: Int) {
            self.isin = isin
            self.title = title
            self.quantity = quantity
            self.before = before
        }
    }

    /// Lists the holdings of the user, their value at the last prices, and their payments in the next twelve months.
    ///
    /// - Answer: ``HoldingList``.
    /// - Faults: `amountOverflow`.
    public struct Holdings: Signal {
        public typealias Answer = HoldingList
        public static let method: SignalMethod = "bonds.holdings"
        public static let summary = "Lists your bonds, their value and their future payments."
        public static let effect = SignalEffect.reads

        public init() {}
    }

    /// Bonds that are held.
    public struct HoldingList: Codable, Hashable, Sendable {
        /// The day for which all is reckoned.
        public let day: CalendarDay
        /// In the order of the bonds' numbers.
        public let holdings: [Holding]
        /// Totals of the known figures, by currency.
        public let totals: [HoldingTotal]

        public init(day: CalendarDay, holdings: [Holding], totals: [HoldingTotal]) {
            self.day = day
            self.holdings = holdings
            self.totals = totals
        }
    }

    /// A bond that is held. Unknown figures are absent and named in `missing`.
    public struct Holding: Codable, Hashable, Sendable {
        /// The bond.
        public let isin: ISIN
        /// Its name.
        public let title: String
        /// How many.
        public let quantity: Int
        /// The last repayment.
        public let maturity: CalendarDay?
        /// The last price, in percent of the outstanding face.
        public let cleanPricePercent: Double?
        /// When that was.
        public let quotedAt: Instant?
        /// The yield at that price, in percent per year: as quoted, else computed.
        public let yieldPercent: Double?
        /// The face that is not paid back yet, for one bond.
        public let outstandingFace: Double?
        /// Interest accrued in the current period, for one bond, on the day of the price; today without a price.
        public let accruedInterest: Double?
        /// The value of all of them at the last price with accrued interest, on the day of that price. Repayments since
        /// then are deducted in proportion.
        public let value: Money?
        /// Known interest in the next twelve months.
        public let expectedIncome: Money?
        /// The part of the face value that is repaid in the next twelve months.
        public let expectedRepayment: Money?
        /// The next payment.
        public let nextPayment: Payment?
        /// Unknown data: `terms`, `quotes`, `coupons` (amounts of some future ones).
        public let missing: [String]
        /// The day of the price (UTC), for which price, yield, accrued interest and value are computed.
        public let valuedOn: CalendarDay?
        /// How many days lie between that day and today.
        public let priceAgeDays: Int?

        public init(
            isin: ISIN, title: String, quantity: Int, maturity: CalendarDay? = nil, cleanPricePercent: Double? = nil,
            quotedAt: Instant? = nil, yieldPercent: Double? = nil, outstandingFace: Double? = nil,
            accruedInterest: Double? = nil, value: Money? = nil, expectedIncome: Money? = nil,
            expectedRepayment: Money? = nil, nextPayment: Payment? = nil, missing: [String],
            valuedOn: CalendarDay? = nil, priceAgeDays: Int? = nil
        ) {
            self.isin = isin
            self.title = title
            self.quantity = quantity
            self.maturity = maturity
            self.cleanPricePercent = cleanPricePercent
            self.quotedAt = quotedAt
            self.yieldPercent = yieldPercent
            self.outstandingFace = outstandingFace
            self.accruedInterest = accruedInterest
            self.value = value
            self.expectedIncome = expectedIncome
            self.expectedRepayment = expectedRepayment
            self.nextPayment = nextPayment
            self.missing = missing
            self.valuedOn = valuedOn
            self.priceAgeDays = priceAgeDays
        }
    }

    /// Sums in a currency.
    public struct HoldingTotal: Codable, Hashable, Sendable {
        /// Which.
        public let currency: Currency
        /// The value of the holdings.
        public let value: Money
        /// Interest in the twelve months to come.
        public let expectedIncome: Money
        /// Repayments in the next twelve months.
        public let expectedRepayment: Money

        public init(currency: Currency, value: Money, expectedIncome: Money, expectedRepayment: Money) {
            self.currency = currency
            self.value = value
            self.expectedIncome = expectedIncome
            self.expectedRepayment = expectedRepayment
        }
    }
}
