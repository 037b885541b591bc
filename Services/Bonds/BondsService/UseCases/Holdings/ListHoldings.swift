import Coordination
import Domain
import Signals

/// Lists the holdings of a user, with their value on the day of the last price and their payments within a year.
struct ListHoldings: UseCase {
    /// A holding with its figures of today.
    private struct Valued: Sendable {
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

    let store: any BondsStore
    let clock: WallClock

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `amountOverflow`.
    func answer(_ signal: BondsSignal.Holdings, context: SignalContext) async throws -> BondsSignal.HoldingList {
        let user = try context.caller.requireUser().userID
        let now = clock.now()
        let day = now.dayInUTC
        return try await store.read { bonds in
            let valued = try bonds.holdings(of: user).map {
                try Self.valued($0.holding, try $0.quotes.last(notAfter: now), day)
            }
            var (values, incomes, repayments) = (MoneySums(), MoneySums(), MoneySums())
            for each in valued {
                if let value = each.value { try values.add(value) }
                if let income = each.expectedIncome { try incomes.add(income) }
                if let repayment = each.expectedRepayment { try repayments.add(repayment) }
            }
            let currencies = values.currencies.union(incomes.currencies).union(repayments.currencies)
            return BondsSignal.HoldingList(
                day: day, holdings: valued.map { Self.shown($0, on: day) },
                totals: currencies.sorted { $0.code < $1.code }.map { currency in
                    BondsSignal.HoldingTotal(
                        currency: currency, value: values[currency], expectedIncome: incomes[currency],
                        expectedRepayment: repayments[currency])
                })
        }
    }

    private static func shown(_ valued: Valued, on day: CalendarDay) -> BondsSignal.Holding {
        let bond = valued.holding.bond
        return BondsSignal.Holding(
            isin: bond.isin, title: bond.title, quantity: valued.holding.quantity, maturity: bond.terms?.maturity,
            cleanPricePercent: valued.quote?.price, quotedAt: valued.quote?.time, yieldPercent: valued.yieldPercent,
            outstandingFace: valued.outstandingFace, accruedInterest: valued.accruedInterest, value: valued.value,
            expectedIncome: valued.expectedIncome, expectedRepayment: valued.expectedRepayment,
            nextPayment: valued.next.map(BondsSignal.Payment.init), missing: valued.missing,
            valuedOn: valued.quote?.time.dayInUTC,
            priceAgeDays: valued.quote.map { $0.time.dayInUTC.days(until: day) })
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
            // A part of the face that was repaid since is no longer held.
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

    /// Returns the yield of a quote in percent: that of the source, or else computed for the quote's day.
    private static func yield(of quote: Quote?, _ terms: BondTerms?) -> Double? {
        guard let quote else { return nil }
        if let yield = quote.yield { return yield }
        return (try? QuotedFigures.of(quote.price, at: quote.time, terms).get())
            .map { $0.priced.figures.effectiveYield * 100 }
    }
}
