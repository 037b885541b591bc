import Coordination
import Domain
import Signals

/// Tells the yields of the bonds that a user holds, at a day.
struct CurveInteractor: Interactor {
    /// A bond on the curve.
    struct Point: Sendable {
        let holding: Holding
        let quote: Quote
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

    private struct Gap: Error { let reason: BondsSignal.CurveGapReason }

    /// The point of a bond whose last price counts on that day, however old it is.
    private static func point(_ holding: Holding, _ quote: Quote?, on day: CalendarDay) -> Result<Point, Gap> {
        guard let terms = holding.bond.terms, let maturity = terms.maturity, terms.unknownCoupon(after: day) == nil
        else { return .failure(Gap(reason: .terms)) }
        guard terms.outstandingFace(on: day) > 0 else { return .failure(Gap(reason: .matured)) }
        guard let quote else { return .failure(Gap(reason: .quotes)) }
        guard let figures = try? BondFigures.at(cleanPricePercent: quote.price, of: terms, on: day) else {
            return .failure(Gap(reason: .noYield))
        }
        let years = Double(maturity.daysSince1970 - day.daysSince1970) / 365
        return .success(Point(holding: holding, quote: quote, years: years, figures: figures))
    }
}
