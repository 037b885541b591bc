import Coordination
import Domain
import Signals

/// Lists what bonds will pay, day by day.
struct CalendarInteractor: Interactor {
    struct Response: Sendable {
        let from: CalendarDay
        let to: CalendarDay
        let payments: [HeldPayment]
        let coupons: MoneySums
        let principal: MoneySums
        let nextCursor: String?
    }

    let store: any BondsStore
    let clock: WallClock

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`, `notFound`,
    ///   `termsMissing`, `amountOverflow`.
    func execute(_ request: BondsSignal.Calendar, context: SignalContext) async throws -> Response {
        let user = try user(request, context.caller)
        let limit = try PageRules.limit(request.limit)
        let from = request.from ?? clock.now().dayInUTC
        let to = request.to ?? from.adding(clampedMonths: 12) ?? Recurrence.lastDay
        guard from <= to else { throw Fault.invalidArgument("to", "must not be before from, which is \(from)") }
        let held = try await holdings(request.isin, of: user)
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
        if let cursor = request.cursor { payments.removeAll { $0.place <= cursor } }
        return Response(
            from: from, to: to, payments: Array(payments.prefix(limit)), coupons: coupons, principal: principal,
            nextCursor: payments.count > limit ? payments[limit - 1].place : nil)
    }

    /// Whose bonds are meant.
    private func user(_ request: BondsSignal.Calendar, _ caller: Caller) throws(Fault) -> String {
        if caller.isService {
            guard let user = request.user else {
                throw Fault.invalidArgument("user", "must be given: a service has no bonds")
            }
            return user
        }
        let own = try caller.requireUser().userID
        guard request.user == nil || request.user == own else {
            throw Fault(.permissionDenied, "Only services ask for the bonds of somebody else.", field: "user")
        }
        return own
    }

    private func holdings(_ isin: ISIN?, of user: String) async throws -> [Holding] {
        let held = try await store.holdings(of: user) { held in held.map(\.holding) }
        guard let isin else { return held }
        let own = held.first { $0.bond.isin == isin }
        guard let bond = try await store.bond(isin) else { throw Fault.noBond(isin) }
        guard bond.terms != nil else { throw Fault.termsMissing(of: isin) }
        return [own ?? Holding(bond: bond, quantity: 1)]
    }
}

/// How long pages are.
enum PageRules {
    static let usual = 50
    static let most = 1_000

    /// - Throws: ``Fault`` `invalidArgument`.
    static func limit(_ limit: Int?) throws(Fault) -> Int {
        guard (1...most).contains(limit ?? usual) else { throw Fault.invalidArgument("limit", "must be 1 to \(most)") }
        return limit ?? usual
    }
}
