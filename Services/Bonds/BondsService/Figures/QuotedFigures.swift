import Coordination
import Domain
import Signals

/// The reason why a bond has no figures.
struct FiguresGap: Error, Hashable { let reason: BondsSignal.CurveGapReason }

/// The figures of a bond at a quoted price, on the day of that price. An old price combined with today's remaining days
/// would give a yield that never existed.
struct QuotedFigures: Hashable, Sendable {
    /// The plausible annual yields. Beyond them price and terms do not belong together.
    static let plausibleYields = -0.9...10.0

    /// The day of the price, in UTC.
    let day: CalendarDay
    let priced: PricedFigures

    /// Returns the figures of a quote, or the reason why there are none.
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

/// Figures and the price that they belong to.
struct PricedFigures: Hashable, Sendable {
    let cleanPricePercent: Double
    let figures: BondFigures
}
