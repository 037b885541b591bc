import Coordination
import Domain

extension BondsSignal {
    /// Computes the figures of a bond at a price, or its price at a yield, on a day.
    ///
    /// - Answer: ``FiguresAnswer``.
    /// - Faults, first match wins: `invalidArgument` (not exactly one of terms and ISIN, of price and yield),
    ///   `notFound`, `termsMissing`, `noYield`.
    public struct Figures: Signal {
        public typealias Answer = FiguresAnswer
        public static let method: SignalMethod = "bonds.figures"
        public static let summary = "Computes the yield, accrued interest, duration and convexity of a bond."
        public static let effect = SignalEffect.reads

        /// The terms of the bond.
        public let terms: Terms?
        /// Or a bond whose terms are known here.
        public let isin: ISIN?
        /// The day the money changes hands.
        public let settlement: CalendarDay
        /// The price without accrued interest, in percent of the outstanding face.
        public let cleanPricePercent: Double?
        /// Or the yearly yield: 0.0912 is 9.12 %.
        public let effectiveYield: Double?

        public init(
            terms: Terms? = nil, isin: ISIN? = nil, settlement: CalendarDay, cleanPricePercent: Double? = nil,
            effectiveYield: Double? = nil
        ) {
            self.terms = terms
            self.isin = isin
            self.settlement = settlement
            self.cleanPricePercent = cleanPricePercent
            self.effectiveYield = effectiveYield
        }
    }

    /// The figures of a bond on a day.
    public struct FiguresAnswer: Codable, Hashable, Sendable {
        /// The price without accrued interest, in percent of the outstanding face.
        public let cleanPricePercent: Double
        /// The face that is not paid back yet, for one bond.
        public let outstandingFace: Double
        /// Interest since the running period began, for one bond.
        public let accruedInterest: Double
        /// The price of one bond with accrued interest.
        public let dirtyPrice: Double
        /// Yearly, compounded yearly, years of 365 days: 0.0912 is 9.12 %.
        public let effectiveYield: Double
        /// The running coupon for a year, over the clean price.
        public let currentYield: Double
        /// In years.
        public let macaulayDuration: Double
        /// In years.
        public let modifiedDuration: Double
        /// In years squared.
        public let convexity: Double

        public init(
            cleanPricePercent: Double, outstandingFace: Double, accruedInterest: Double, dirtyPrice: Double,
            effectiveYield: Double, currentYield: Double, macaulayDuration: Double, modifiedDuration: Double,
            convexity: Double
        ) {
            self.cleanPricePercent = cleanPricePercent
            self.outstandingFace = outstandingFace
            self.accruedInterest = accruedInterest
            self.dirtyPrice = dirtyPrice
            self.effectiveYield = effectiveYield
            self.currentYield = currentYield
            self.macaulayDuration = macaulayDuration
            self.modifiedDuration = modifiedDuration
            self.convexity = convexity
        }
    }

    /// Tells what part of the whole each share is, exactly.
    ///
    /// - Answer: ``SharesAnswer``.
    /// - Faults: `empty`; for the first share that is none `notANumber` or `negative` (with its index); `tooPrecise`,
    ///   `zeroSum`.
    public struct Shares: Signal {
        public typealias Answer = SharesAnswer
        public static let method: SignalMethod = "bonds.shares"
        public static let summary = "Computes what percentage of the whole each share is."
        public static let effect = SignalEffect.reads

        /// Decimals (`1.5`, `.5`, `5.`, `1e3`) or fractions of two (`1/3`).
        public let shares: [String]
        /// Whether the percents are to add up to exactly 100.000.
        public let sumsToHundred: Bool?

        public init(shares: [String], sumsToHundred: Bool? = nil) {
            self.shares = shares
            self.sumsToHundred = sumsToHundred
        }
    }

    /// Percents in the order of the shares.
    public struct SharesAnswer: Codable, Hashable, Sendable {
        /// Each with three decimals: `12.500`.
        public let percents: [String]

        public init(percents: [String]) { self.percents = percents }
    }
}
