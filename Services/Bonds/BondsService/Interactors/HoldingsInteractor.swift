import Coordination
import Domain
import Signals

/// Tells what a user holds, what it was worth on the day of its last price and what it will pay in a year.
struct HoldingsInteractor: Interactor {
    /// A holding as it is today.
    struct Valued: Sendable {
        let holding: Holding
        let quote: Quote?
        let yieldPercent: Double?
        let outstandingFace: Double?
        let accruedInterest: Double?
        let value: Money?
        let expectedIncome: Money?
        let expectedRepayment: Money?
        let next: HeldPayment?
        let missing: [String]
    }

    struct Response: Sendable {
        let day: CalendarDay
        let holdings: [Valued]
        let values: MoneySums
        let incomes: MoneySums
        let repayments: MoneySums
    }

    let store: any BondsStore
    let clock: WallClock

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `amountOverflow`.
    func execute(_ request: BondsSignal.Holdings, context: SignalContext) async throws -> Response {
        let user = try context.caller.requireUser().userID
        let now = clock.now()
        return try await store.holdings(of: user) { held in
            let valued = try held.map { try Self.valued($0.holding, try $0.quotes.last(notAfter: now), now.dayInUTC) }
            var (values, incomes, repayments) = (MoneySums(), MoneySums(), MoneySums())
            for each in valued {
                if let value = each.value { try values.add(value) }
                if let income = each.expectedIncome { try incomes.add(income) }
                if let repayment = each.expectedRepayment { try repayments.add(repayment) }
            }
            return Response(
                day: now.dayInUTC, holdings: valued, values: values, incomes: incomes, repayments: repayments)
        }
    }

    private static func valued(_ holding: Holding, _ quote: Quote?, _ day: CalendarDay) throws(Fault) -> Valued {
        let (bond, terms) = (holding.bond, holding.bond.terms)
        let face = terms?.outstandingFace(on: day)
        let priceDay = quote?.time.dayInUTC ?? day
        let accrued = terms?.accruedInterest(on: priceDay)
        var value: Money?
        if let quote, let terms, let face, let accrued {
            let faceThen = terms.outstandingFace(on: priceDay)
            let worth = quote.price / 100 * faceThen + accrued
            // What was paid back since is not held any more.
            let left = faceThen > 0 ? min(1, face / faceThen) : 0
            value = try .nearest(worth * left, times: holding.quantity, in: bond.currency)
        }
        let aYearOn = day.adding(clampedMonths: 12) ?? Recurrence.lastDay
        let payments = terms?.payments(after: day, through: aYearOn)
        func sum(_ kind: BondsSignal.PaymentKind) throws(Fault) -> Money? {
            guard let payments else { return nil }
            var sums = MoneySums()
            for payment in payments where payment.kind == kind {
                try sums.add(.nearest(payment.value, times: holding.quantity, in: bond.currency))
            }
            return sums[bond.currency]
        }
        let next = terms?.payments(after: day, through: Recurrence.lastDay).first
        var missing: [String] = []
        if terms == nil { missing.append("terms") }
        if quote == nil { missing.append("quotes") }
        if terms?.unknownCoupon(after: day) != nil { missing.append("coupons") }
        return Valued(
            holding: holding, quote: quote, yieldPercent: yield(of: quote, terms), outstandingFace: face,
            accruedInterest: accrued, value: value, expectedIncome: try sum(.coupon),
            expectedRepayment: try sum(.principal),
            next: try next.map { next throws(Fault) in
                try HeldPayment(next, of: bond, quantity: holding.quantity)
            }, missing: missing)
    }

    /// The yield of a quote in percent: as the source said it, else reckoned for its day.
    private static func yield(of quote: Quote?, _ terms: BondTerms?) -> Double? {
        guard let quote else { return nil }
        if let yield = quote.yield { return yield }
        return (try? QuotedFigures.of(quote.price, at: quote.time, terms).get())
            .map { $0.response.figures.effectiveYield * 100 }
    }
}

/// A payment of a bond to somebody who holds so many.
struct HeldPayment: Hashable, Sendable {
    let isin: ISIN
    let title: String
    let payment: BondPayment
    let quantity: Int
    let amount: Money

    /// - Throws: ``Fault`` `amountOverflow`.
    init(_ payment: BondPayment, of bond: Bond, quantity: Int) throws(Fault) {
        isin = bond.isin
        title = bond.title
        self.payment = payment
        self.quantity = quantity
        amount = try .nearest(payment.value, times: quantity, in: bond.currency)
    }

    /// Where it stands in a list, also between two pages of it.
    var place: String { "\(payment.date)/\(isin)/\(payment.kind.rank)" }
}
