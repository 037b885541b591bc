import Coordination
import Domain
import Signals

/// Sums up the cost of subscriptions and the payments made. A rate that the user has not entered is reported as missing
/// and never guessed.
struct TotalSubscriptions: UseCase {
    /// The sums in one currency, in minor units.
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

    /// A rate, and the direction in which the user entered it.
    struct UsedRate: Sendable {
        let rate: LedgerSignal.Rate
        let isInverted: Bool
    }

    struct Category: Hashable, Sendable {
        let name: String?
        let currency: Currency
    }

    let dependencies: SubscriptionDependencies

    /// - Throws: ``Fault`` `unauthenticated`, `permissionDenied` (a service).
    func answer(
        _ signal: SubscriptionsSignal.Totals, context: SignalContext
    ) async throws -> SubscriptionsSignal.TotalsAnswer {
        let user = try context.caller.requireUser().userID
        let now = dependencies.timetable.clock.now()
        let (today, settings, subscriptions, sums, categories) = try await dependencies.store.read { reading in
            let settings = try dependencies.timetable.settings(of: user, in: reading)
            let today = dependencies.timetable.zone(of: settings).day(at: now)
            let subscriptions = try reading.subscriptions(of: user)
            let (sums, categories) = try Self.sums(of: subscriptions, user, today: today, in: reading)
            return (today, settings, subscriptions, sums, categories)
        }
        let standard: Currency
        if let currency = signal.currency {
            standard = currency
        } else {
            standard = await dependencies.currency(of: settings, subscriptions)
        }
        var known: [LedgerSignal.Rate] = []
        var areRatesKnown = true
        if sums.keys.contains(where: { $0 != standard }) {
            do {
                known = try await dependencies.neighbours.rates(of: context)
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
        return SubscriptionsSignal.TotalsAnswer(
            today: today, currencies: Self.shown(sums, rates), categories: Self.shown(categories), currency: standard,
            total: SubscriptionsSignal.Sum(
                month: standard.money(total.month), year: standard.money(total.year),
                paidThisMonth: standard.money(total.paidThisMonth), paidThisYear: standard.money(total.paidThisYear)),
            missing: missing, ratesKnown: areRatesKnown)
    }

    private static func shown(
        _ sums: [Currency: Sums], _ rates: [Currency: UsedRate]
    ) -> [SubscriptionsSignal.CurrencyTotals] {
        sums.sorted { $0.key.code < $1.key.code }.map { currency, sums in
            SubscriptionsSignal.CurrencyTotals(
                currency: currency, subscriptions: sums.subscriptions, month: currency.money(sums.month),
                year: currency.money(sums.year), paidThisMonth: currency.money(sums.paidThisMonth),
                paidThisYear: currency.money(sums.paidThisYear),
                rate: rates[currency].map { used in
                    SubscriptionsSignal.RateUsed(
                        rate: used.rate.rate, source: used.rate.source, asOf: used.rate.asOf,
                        inverted: used.isInverted)
                })
        }
    }

    /// Returns the categories, the most expensive first.
    private static func shown(_ categories: [Category: Sums]) -> [SubscriptionsSignal.CategoryTotals] {
        categories.sorted {
            ($1.value.year, $0.key.currency.code, $0.key.name ?? "") < (
                $0.value.year, $1.key.currency.code, $1.key.name ?? ""
            )
        }.map { category, sums in
            SubscriptionsSignal.CategoryTotals(
                category: category.name, currency: category.currency, month: category.currency.money(sums.month),
                year: category.currency.money(sums.year))
        }
    }

    private static func sums(
        of subscriptions: [Subscription], _ user: String, today: CalendarDay, in reading: any SubscriptionsReading
    ) throws -> ([Currency: Sums], [Category: Sums]) {
        var (sums, categories) = ([Currency: Sums](), [Category: Sums]())
        for subscription in subscriptions where !subscription.isPaused {
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

    /// Returns the rate in the requested direction, or else its inverse; nil when there is neither.
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

extension Currency {
    fileprivate func money(_ minorUnits: Int64) -> Money { Money(minorUnits: minorUnits, currency: self) }
}
