import Coordination
import Domain
import Signals

/// Shows a bond with its payments, and the figures of its last price on the day of that price.
struct ShowBond: UseCase {
    let store: any BondsStore
    let clock: WallClock

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `notFound`.
    func answer(_ signal: BondsSignal.GetBond, context: SignalContext) async throws -> BondsSignal.BondAnswer {
        _ = try context.caller.requireUser()
        guard let bond = try await store.bond(signal.isin) else { throw Fault.noBond(signal.isin) }
        let (figures, gap): (BondsSignal.QuotedFigures?, BondsSignal.CurveGapReason?) =
            switch QuotedFigures.of(bond.lastPrice, at: bond.last, bond.terms) {
            case .success(let quoted):
                (BondsSignal.QuotedFigures(day: quoted.day, figures: BondsSignal.FiguresAnswer(quoted.priced)), nil)
            case .failure(let gap): (nil, gap.reason)
            }
        return BondsSignal.BondAnswer(
            bond: BondsSignal.Bond(bond, today: clock.now().dayInUTC), terms: bond.terms.map(BondsSignal.Terms.init),
            figures: figures, noFigures: gap)
    }
}

extension BondsSignal.Terms {
    /// Creates the terms, payment by payment.
    init(_ terms: BondTerms) {
        self.init(
            coupons: terms.coupons.map { BondsSignal.Coupon(start: $0.start, date: $0.date, value: $0.value) },
            principal: terms.principal.map { BondsSignal.Repayment(date: $0.date, value: $0.value) },
            unknownCoupons: terms.unknownCoupons.isEmpty ? nil : terms.unknownCoupons)
    }
}
