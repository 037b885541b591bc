import Coordination
import Domain

extension BondsSignal {
    /// Notes how many of a bond the user holds. Event `bonds.couponsChanged`.
    ///
    /// - Answer: ``HoldAnswer``.
    /// - Faults, first match wins: `invalidArgument`, `conflict`, `notFound`, `limitExceeded`, `amountOverflow`.
    public struct Hold: Signal {
        public typealias Answer = HoldAnswer
        public static let method: SignalMethod = "bonds.hold"
        public static let summary = "Notes how many of a bond you hold."

        /// Which bond; it must be known here.
        public let isin: ISIN
        /// How many, 0 ... 1,000,000,000; 0 for none any more.
        public let quantity: Int

        public init(isin: ISIN, quantity: Int) {
            self.isin = isin
            self.quantity = quantity
        }
    }

    /// What is held now.
    public struct HoldAnswer: Codable, Hashable, Sendable {
        /// Which bond.
        public let isin: ISIN
        /// What people call it.
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

    /// Lists what the user holds, what it is worth at the last prices, and what it will pay in twelve months.
    ///
    /// - Answer: ``HoldingList``.
    /// - Faults: `amountOverflow`.
    public struct Holdings: Signal {
        public typealias Answer = HoldingList
        public static let method: SignalMethod = "bonds.holdings"
        public static let summary = "Lists the bonds you hold, what they are worth and what they will pay."
        public static let effect = SignalEffect.reads

        public init() {}
    }

    /// Bonds that are held.
    public struct HoldingList: Codable, Hashable, Sendable {
        /// The day for which all is reckoned.
        public let day: CalendarDay
        /// In the order of the bonds' numbers.
        public let holdings: [Holding]
        /// For each currency, of what is known.
        public let totals: [HoldingTotal]

        public init(day: CalendarDay, holdings: [Holding], totals: [HoldingTotal]) {
            self.day = day
            self.holdings = holdings
            self.totals = totals
        }
    }

    /// A bond that is held. What is not known is absent, and named in `missing`.
    public struct Holding: Codable, Hashable, Sendable {
        /// Which bond.
        public let isin: ISIN
        /// What people call it.
        public let title: String
        /// How many.
        public let quantity: Int
        /// The last repayment.
        public let maturity: CalendarDay?
        /// The last price, in percent of the outstanding face.
        public let cleanPricePercent: Double?
        /// When that was.
        public let quotedAt: Instant?
        /// The yield at that price, in percent a year: as quoted, else reckoned.
        public let yieldPercent: Double?
        /// The face that is not paid back yet, for one bond.
        public let outstandingFace: Double?
        /// Interest since the running period began, for one bond, on the day of the price; without a price, today.
        public let accruedInterest: Double?
        /// What all of them cost at the last price with accrued interest, on the day of that price. What was paid back since is
        /// left out in proportion.
        public let value: Money?
        /// Interest that is known to be paid in the twelve months to come.
        public let expectedIncome: Money?
        /// What is paid back of the face in the twelve months to come.
        public let expectedRepayment: Money?
        /// What is paid next.
        public let nextPayment: Payment?
        /// What is not known: `terms`, `quotes`, `coupons` (amounts of some to come).
        public let missing: [String]
        /// The day of the price (UTC), for which price, yield, accrued interest and worth are reckoned.
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
        /// What is held is worth.
        public let value: Money
        /// Interest in the twelve months to come.
        public let expectedIncome: Money
        /// What is paid back in the twelve months to come.
        public let expectedRepayment: Money

        public init(currency: Currency, value: Money, expectedIncome: Money, expectedRepayment: Money) {
            self.currency = currency
            self.value = value
            self.expectedIncome = expectedIncome
            self.expectedRepayment = expectedRepayment
        }
    }
}
