import Coordination
import Domain
import Reasons
import Signals

/// Returns the interest accrued in a bond on a day.
struct ReckonAccruedInterest: UseCase {
    let terms: TermsLookup
    let clock: WallClock

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`, `notFound`,
    ///   `termsMissing`.
    func answer(_ signal: BondsSignal.Accrued, context: SignalContext) async throws -> BondsSignal.AccruedAnswer {
        _ = try context.caller.requireUser()
        let terms = try await terms.terms(signal.terms, of: signal.isin)
        let day = signal.day ?? clock.now().dayInUTC
        let period = terms.period(on: day)
        // A gap between known periods is a period whose coupon is not known yet.
        if period == nil, terms.outstandingFace(on: day) > 0, let unknown = terms.unknownCoupon(after: day) {
            throw Fault(
                .termsMissing, .accruedUnknown,
                ["missing": "coupons", "from": .text("\(unknown)"), "day": .text("\(day)")], field: "isin")
        }
        let (interest, face) = (terms.accruedInterest(on: day), terms.outstandingFace(on: day))
        return BondsSignal.AccruedAnswer(
            day: day, accruedInterest: interest, accruedPercent: face > 0 ? interest / face * 100 : nil,
            outstandingFace: face,
            coupon: period.map { BondsSignal.Coupon(start: $0.start, date: $0.date, value: $0.value) },
            daysElapsed: period.map { day.daysSince1970 - $0.start.daysSince1970 }, days: period?.days)
    }
}
