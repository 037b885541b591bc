import Coordination
import Domain
import Reasons
import Signals

/// Lists the future payments of bonds, day by day.
struct ListPayments: UseCase {
    let store: any BondsStore
    let clock: WallClock

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`, `notFound`,
    ///   `termsMissing`, `amountOverflow`.
    func answer(_ signal: BondsSignal.Calendar, context: SignalContext) async throws -> BondsSignal.PaymentList {
        let user = try user(signal, context.caller)
        let limit = try PageRules.limit(signal.limit)
        let from = signal.from ?? clock.now().dayInUTC
        let to = signal.to ?? from.adding(clampedMonths: 12) ?? Recurrence.lastDay
        guard from <= to else {
            throw Fault.invalidArgument("to", .mustNotBeBeforeDay, ["other": "from", "day": .text("\(from)")])
        }
        let held = try await holdings(signal.isin, of: user)
        var payments: [HeldPayment] = []
        for holding in held {
            for payment in holding.bond.terms?.payments(after: from.adding(days: -1), through: to) ?? [] {
                payments.append(try HeldPayment(payment, of: holding.bond, quantity: holding.quantity))
            }
        }
        payments.sort { $0.place < $1.place }
        var (coupons, principal) = (MoneySums(), MoneySums())
        for payment in payments {
            switch payment.payment.kind {
            case .coupon: try coupons.add(payment.amount)
            case .principal: try principal.add(payment.amount)
            }
        }
        if let cursor = signal.cursor { payments.removeAll { $0.place <= cursor } }
        return BondsSignal.PaymentList(
            from: from, to: to, payments: payments.prefix(limit).map(BondsSignal.Payment.init),
            totals: coupons.currencies.union(principal.currencies).sorted { $0.code < $1.code }.map { currency in
                BondsSignal.PaymentTotal(
                    currency: currency, coupons: coupons[currency], principal: principal[currency])
            }, nextCursor: payments.count > limit ? payments[limit - 1].place : nil)
    }

    /// Returns the user whose bonds are meant.
    private func user(_ signal: BondsSignal.Calendar, _ caller: Caller) throws(Fault) -> String {
        if caller.isService {
            guard let user = signal.user else {
                throw Fault.invalidArgument("user", .serviceHasNoBonds)
            }
            return user
        }
        let own = try caller.requireUser().userID
        guard signal.user == nil || signal.user == own else {
            throw Fault(.permissionDenied, .bondsAreAnothers, field: "user")
        }
        return own
    }

    private func holdings(_ isin: ISIN?, of user: String) async throws -> [Holding] {
        try await store.read { bonds in
            let held = try bonds.holdings(of: user).map(\.holding)
            guard let isin else { return held }
            guard let bond = try bonds.bond(isin)?.bond else { throw Fault.noBond(isin) }
            guard bond.terms != nil else { throw Fault.termsMissing(of: isin) }
            return [held.first { $0.bond.isin == isin } ?? Holding(bond: bond, quantity: 1)]
        }
    }
}

extension BondsSignal.Payment {
    /// Creates the answer of a payment to a holder.
    init(_ held: HeldPayment) {
        self.init(
            date: held.payment.date, isin: held.isin, title: held.title, kind: held.payment.kind,
            value: held.payment.value, quantity: held.quantity, amount: held.amount)
    }
}
