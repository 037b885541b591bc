import Coordination
import Domain
import Signals

/// Sums up what subscriptions cost and what was paid. A rate that nobody has entered is missing, and is never guessed.
struct TotalsInteractor: Interactor {
    /// Four sums in one currency, in minor units.
    struct Sums: Sendable {
        var subscriptions = 0
        var month: Int64 = 0
        var year: Int64 = 0
        var paidThisMonth: Int64 = 0
        var paidThisYear: Int64 = 0

        mutating func add(_ amount: Int64, to sum: WritableKeyPath<Sums, Int64>) {
            let (total, isTooMuch) = self[keyPath: sum].addingReportingOverflow(amount)
            self[keyPath: sum] = isTooMuch ? .max : total
        }
    }

    /// A rate, and which way round its user entered it.
    struct UsedRate: Sendable {
        let rate: LedgerSignal.Rate
        let isInverted: Bool
    }

    struct Category: Hashable, Sendable {
        let name: String?
        let currency: Currency
    }

    struct Response: Sendable {
        let today: CalendarDay
        let currency: Currency
        let sums: [Currency: Sums]
        let categories: [Category: Sums]
        let rates: [Currency: UsedRate]
        let total: Sums
        let missing: [Currency]
        let areRatesKnown: Bool
    }

    let desk: SubscriptionDesk

    /// - Throws: ``Fault`` `unauthenticated`, `permissionDenied` (a service).
    func execute(_ currency: Currency?, context: SignalContext) async throws -> Response {
        let user = try context.caller.requireUser().userID
        let now = desk.timetable.clock.now()
        let (today, settings, sums, categories) = try await desk.store.read { [desk] reading in
            let settings = try desk.timetable.settings(of: user, in: reading)
            let today = desk.timetable.zone(of: settings).day(at: now)
            let (sums, categories) = try Self.sums(of: user, today: today, in: reading)
            return (today, settings, sums, categories)
        }
        let standard = currency ?? settings.currency
        var known: [LedgerSignal.Rate] = []
        var areRatesKnown = true
        if sums.keys.contains(where: { $0 != standard }), let session = context.session {
            do {
                known = try await desk.neighbours.rates(session: session)
            } catch is Fault {
                areRatesKnown = false
            }
        }
        var (rates, total, missing) = ([Currency: UsedRate](), Sums(), [Currency]())
        for (currency, part) in sums.sorted(by: { $0.key.code < $1.key.code }) {
            let rate = Self.rate(from: currency, to: standard, of: known)
            guard currency == standard || rate != nil else {
                missing.append(currency)
                continue
            }
            rates[currency] = rate
            total.subscriptions += part.subscriptions
            for sum in [\Sums.month, \.year, \.paidThisMonth, \.paidThisYear] {
                let amount = Money(minorUnits: part[keyPath: sum], currency: currency)
                total.add(rate.map { Self.convert(amount, by: $0, to: standard) } ?? amount.minorUnits, to: sum)
            }
        }
        return Response(
            today: today, currency: standard, sums: sums, categories: categories, rates: rates, total: total,
            missing: missing, areRatesKnown: areRatesKnown)
    }

    private static func sums(
        of user: String, today: CalendarDay, in reading: any SubscriptionReading
    ) throws -> ([Currency: Sums], [Category: Sums]) {
        var (sums, categories) = ([Currency: Sums](), [Category: Sums]())
        for subscription in try reading.subscriptions(of: user) where !subscription.isPaused {
            guard let next = subscription.next else { continue }
            let price = subscription.price(on: next)
            let cost = YearlyCost(of: price.minorUnits, every: subscription.recurrence)
            let category = Category(name: subscription.category, currency: price.currency)
            sums[price.currency, default: Sums()].subscriptions += 1
            sums[price.currency, default: Sums()].add(cost.month, to: \.month)
            sums[price.currency, default: Sums()].add(cost.year, to: \.year)
            categories[category, default: Sums()].add(cost.month, to: \.month)
            categories[category, default: Sums()].add(cost.year, to: \.year)
        }
        let (year, month, _) = today.components
        for (first, sum) in [
            (CalendarDay(year: year, month: month, day: 1), \Sums.paidThisMonth),
            (CalendarDay(year: year, month: 1, day: 1), \.paidThisYear),
        ] {
            for paid in try reading.paid(of: user, subscription: nil, since: first).sums {
                sums[paid.currency, default: Sums()].add(paid.minorUnits, to: sum)
            }
        }
        return (sums, categories)
    }

    /// The rate entered that way round, or else the other; nil when there is neither.
    private static func rate(
        from: Currency, to: Currency, of rates: [LedgerSignal.Rate]
    ) -> UsedRate? {
        if let rate = rates.first(where: { $0.from == from && $0.to == to }) {
            return UsedRate(rate: rate, isInverted: false)
        }
        return rates.first { $0.from == to && $0.to == from }.map { UsedRate(rate: $0, isInverted: true) }
    }

    private static func convert(_ amount: Money, by used: UsedRate, to currency: Currency) -> Int64 {
        guard let rate = DecimalRate(used.rate.rate) else { return 0 }
        return (used.isInverted ? rate.convertBack(amount, to: currency) : rate.convert(amount, to: currency)) ?? .max
    }
}
