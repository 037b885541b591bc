import Coordination
import Domain
import Signals

/// Why a bond has no figures.
struct FiguresGap: Error, Hashable { let reason: BondsSignal.CurveGapReason }

/// The figures of a bond at a quoted price, on the day of that price: a price of years ago against the days that are left
/// today gives yields that nobody ever had.
struct QuotedFigures: Hashable, Sendable {
    /// Yields a year beyond these say that price and terms do not belong together.
    static let plausibleYields = -0.9...10.0

    /// The day of the price, in UTC.
    let day: CalendarDay
    let priced: PricedFigures

    /// The figures of a quote, or why there are none.
    static func of(_ price: Double?, at time: Instant?, _ terms: BondTerms?) -> Result<QuotedFigures, FiguresGap> {
        guard let terms else { return .failure(FiguresGap(reason: .terms)) }
        guard let price, let day = time?.dayInUTC else { return .failure(FiguresGap(reason: .quotes)) }
        guard terms.unknownCoupon(after: day) == nil else { return .failure(FiguresGap(reason: .terms)) }
        guard terms.outstandingFace(on: day) > 0 else { return .failure(FiguresGap(reason: .matured)) }
        guard let figures = try? BondFigures.at(cleanPricePercent: price, of: terms, on: day),
            plausibleYields.contains(figures.effectiveYield)
        else { return .failure(FiguresGap(reason: .noYield)) }
        return .success(
            QuotedFigures(day: day, priced: PricedFigures(cleanPricePercent: price, figures: figures)))
    }
}

/// Figures, and the price that belongs to them.
struct PricedFigures: Hashable, Sendable {
    let cleanPricePercent: Double
    let figures: BondFigures
}
