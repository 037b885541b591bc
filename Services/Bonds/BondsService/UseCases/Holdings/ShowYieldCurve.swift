import Coordination
import Domain
import Signals

/// Returns the yields of the bonds that a user holds, on a day.
struct ShowYieldCurve: UseCase {
    let store: any BondsStore
    let clock: WallClock

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`.
    func answer(_ signal: BondsSignal.Curve, context: SignalContext) async throws -> BondsSignal.CurveAnswer {
        let user = try context.caller.requireUser().userID
        let day = signal.day ?? clock.now().dayInUTC
        let end = Instant(microseconds: day.adding(days: 1).startInUTC.microseconds - 1)
        return try await store.read { bonds in
            var points: [BondsSignal.CurvePoint] = []
            var left: [BondsSignal.CurveGap] = []
            for (holding, quotes) in try bonds.holdings(of: user) {
                switch Self.point(holding, try quotes.last(notAfter: end), on: day) {
                case .success(let point): points.append(point)
                case .failure(let gap):
                    left.append(
                        BondsSignal.CurveGap(
                            isin: holding.bond.isin, title: holding.bond.title, reason: gap.reason))
                }
            }
            points.sort { ($0.macaulayDuration, $0.isin) < ($1.macaulayDuration, $1.isin) }
            return BondsSignal.CurveAnswer(day: day, points: points, left: left)
        }
    }

    /// Returns the point of a bond: the figures of its last price on that day, however old, as of the price's own day.
    private static func point(
        _ holding: Holding, _ quote: Quote?, on day: CalendarDay
    ) -> Result<BondsSignal.CurvePoint, FiguresGap> {
        guard let terms = holding.bond.terms, let maturity = terms.maturity else {
            return .failure(FiguresGap(reason: .terms))
        }
        guard terms.outstandingFace(on: day) > 0 else { return .failure(FiguresGap(reason: .matured)) }
        guard let quote else { return .failure(FiguresGap(reason: .quotes)) }
        return QuotedFigures.of(quote.price, at: quote.time, terms).map { quoted in
            BondsSignal.CurvePoint(
                isin: holding.bond.isin, title: holding.bond.title,
                years: Double(quoted.day.days(until: maturity)) / 365,
                macaulayDuration: quoted.priced.figures.macaulayDuration,
                yieldPercent: quoted.priced.figures.effectiveYield * 100, cleanPricePercent: quote.price,
                quotedAt: quote.time, quantity: holding.quantity)
        }
    }
}
