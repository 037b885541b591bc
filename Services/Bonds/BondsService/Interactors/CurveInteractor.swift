import Coordination
import Domain
import Signals

/// Tells the yields of the bonds that a user holds, at a day.
struct CurveInteractor: Interactor {
    /// A bond on the curve.
    struct Point: Sendable {
        let holding: Holding
        let quote: Quote
        /// From the day of the quote to the last repayment.
        let years: Double
        let figures: BondFigures
    }

    struct Response: Sendable {
        let day: CalendarDay
        let points: [Point]
        let left: [(bond: Bond, reason: BondsSignal.CurveGapReason)]
    }

    let store: any BondsStore
    let clock: WallClock

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`.
    func execute(_ request: BondsSignal.Curve, context: SignalContext) async throws -> Response {
        let user = try context.caller.requireUser().userID
        let day = request.day ?? clock.now().dayInUTC
        let end = Instant(microseconds: day.adding(days: 1).startInUTC.microseconds - 1)
        return try await store.holdings(of: user) { held in
            var points: [Point] = []
            var left: [(bond: Bond, reason: BondsSignal.CurveGapReason)] = []
            for (holding, quotes) in held {
                switch Self.point(holding, try quotes.last(notAfter: end), on: day) {
                case .success(let point): points.append(point)
                case .failure(let gap): left.append((holding.bond, gap.reason))
                }
            }
            points.sort {
                ($0.figures.macaulayDuration, $0.holding.bond.isin) < (
                    $1.figures.macaulayDuration, $1.holding.bond.isin
                )
            }
            return Response(day: day, points: points, left: left)
        }
    }

    /// The point of a bond whose last price counts on that day, however old it is: with the figures of its own day.
    private static func point(
        _ holding: Holding, _ quote: Quote?, on day: CalendarDay
    ) -> Result<Point, FiguresGap> {
        guard let terms = holding.bond.terms, let maturity = terms.maturity else {
            return .failure(FiguresGap(reason: .terms))
        }
        guard terms.outstandingFace(on: day) > 0 else { return .failure(FiguresGap(reason: .matured)) }
        guard let quote else { return .failure(FiguresGap(reason: .quotes)) }
        return QuotedFigures.of(quote.price, at: quote.time, terms).map { quoted in
            Point(
                holding: holding, quote: quote, years: Double(quoted.day.days(until: maturity)) / 365,
                figures: quoted.response.figures)
        }
    }
}
