import Coordination
import Domain
import Signals

/// Tells the interest that has grown in a bond by a day.
struct AccruedInteractor: Interactor {
    struct Response: Hashable, Sendable {
        let day: CalendarDay
        let interest: Double
        let outstandingFace: Double
        let period: BondTerms.CouponPeriod?
    }

    let terms: TermsLookup
    let clock: WallClock

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`, `notFound`,
    ///   `termsMissing`.
    func execute(_ request: BondsSignal.Accrued, context: SignalContext) async throws -> Response {
        _ = try context.caller.requireUser()
        let terms = try await terms.terms(request.terms, of: request.isin)
        let day = request.day ?? clock.now().dayInUTC
        let period = terms.period(on: day)
        // Between known periods lies one whose coupon nobody knows yet.
        if period == nil, terms.outstandingFace(on: day) > 0, let unknown = terms.unknownCoupon(after: day) {
            throw Fault(
                .termsMissing, "The coupon of \(unknown) is not known yet, nor what of it has grown by \(day).",
                field: "isin", details: ["missing": .text("coupons"), "from": .text("\(unknown)")])
        }
        return Response(
            day: day, interest: terms.accruedInterest(on: day), outstandingFace: terms.outstandingFace(on: day),
            period: period)
    }
}
