import Coordination
import Domain
import Signals

/// Collects the future changes of a user's balances and computes the forecast.
struct Forecaster: Sendable {
    struct Outcome: Sendable {
        let days: ClosedRange<CalendarDay>
        let forecast: Forecast
        /// True when bonds answered.
        let hasBonds: Bool
    }

    let dependencies: SubscriptionDependencies

    private struct Own: Sendable {
        let settings: UserSettings
        let today: CalendarDay
        let subscriptions: [Subscription]
        let open: [Payment]
    }

    /// - Parameters:
    ///   - count: The number of days; nil for the number in the user's settings.
    ///   - buffer: The amount that is to remain in an account, for this forecast only.
    /// - Throws: ``Fault`` `unavailable` when the ledger is unreachable, or the ledger's own fault.
    func forecast(
        of user: String, days count: Int?, buffer: (account: String, amount: Money)? = nil
    ) async throws -> Outcome {
        let now = dependencies.timetable.clock.now()
        let own = try await dependencies.store.read { reading in
            let settings = try dependencies.timetable.settings(of: user, in: reading)
            return Own(
                settings: settings, today: dependencies.timetable.zone(of: settings).day(at: now),
                subscriptions: try reading.subscriptions(of: user).filter { !$0.isPaused },
                open: try reading.openPayments(of: user))
        }
        let days = own.today...own.today.adding(days: (count ?? own.settings.warnDays) - 1 + (count == nil ? 1 : 0))
        let outlook = try await dependencies.neighbours.outlook(of: user, until: days.upperBound)
        let bonds = try? await dependencies.neighbours.bondPayments(of: user, from: own.today, to: days.upperBound)
        let accounts = outlook.accounts.map { account in
            let said = buffer?.account == account.id ? buffer?.amount : own.settings.buffers[account.id]
            let kept = said.flatMap { $0.currency == account.currency ? $0 : nil }
            return Forecast.Account(
                id: account.id, name: account.name, balance: account.available,
                buffer: kept ?? Money(minorUnits: 0, currency: account.currency))
        }
        var main: [Currency: String] = [:]
        for account in outlook.accounts.reversed() { main[account.currency] = account.id }
        if let said = own.settings.account, let account = outlook.accounts.first(where: { $0.id == said }) {
            main[account.currency] = said
        }
        let changes =
            Self.changes(of: own, days) + outlook.planned.map(Self.change)
            + (bonds ?? []).map { payment in
                Forecast.Change(
                    account: nil,
                    facts: SubscriptionsSignal.ForecastChange(
                        day: payment.date, kind: payment.kind == .coupon ? .coupon : .principal,
                        id: payment.isin.description,
                        title: SubscriptionsSignal.Title(ru: payment.title, en: payment.title), amount: payment.amount))
            }
        return Outcome(
            days: days, forecast: Forecast(days, accounts: accounts, main: main, changes: changes),
            hasBonds: bonds != nil)
    }

    private static func changes(of own: Own, _ days: ClosedRange<CalendarDay>) -> [Forecast.Change] {
        func change(
            _ subscription: String, _ title: SubscriptionsSignal.Title, _ day: CalendarDay, _ amount: Money,
            _ account: String?
        )
            -> Forecast.Change
        {
            Forecast.Change(
                account: account,
                facts: SubscriptionsSignal.ForecastChange(
                    day: day, kind: .subscription, id: subscription, title: title,
                    amount: Money(minorUnits: -amount.minorUnits, currency: amount.currency)))
        }
        let planned = own.subscriptions.flatMap { subscription in
            // A payment that is due but not collected yet counts today.
            subscription.dues(from: subscription.floor, through: days.upperBound).map { day in
                change(
                    subscription.id, subscription.title, max(day, days.lowerBound), subscription.price(on: day),
                    subscription.payFrom)
            }
        }
        let open = own.open.map { payment in
            change(
                payment.subscription, payment.title, max(payment.nextTry ?? days.lowerBound, days.lowerBound),
                payment.amount, payment.account)
        }
        return open + planned
    }

    private static func change(_ planned: LedgerSignal.PlannedChange) -> Forecast.Change {
        Forecast.Change(
            account: planned.account,
            facts: SubscriptionsSignal.ForecastChange(
                day: planned.day, kind: .scheduledTransfer, id: planned.schedule,
                title: title(of: planned), amount: planned.amount))
    }

    /// Returns the description of the change, or else the other side of it.
    private static func title(of planned: LedgerSignal.PlannedChange) -> SubscriptionsSignal.Title {
        guard planned.description.isEmpty else {
            return SubscriptionsSignal.Title(ru: planned.description, en: planned.description)
        }
        guard let other = planned.otherSide else { return SubscriptionsSignal.Title(ru: "перевод", en: "transfer") }
        return planned.amount.minorUnits < 0
            ? SubscriptionsSignal.Title(ru: "перевод на \(other)", en: "transfer to \(other)")
            : SubscriptionsSignal.Title(ru: "перевод с \(other)", en: "transfer from \(other)")
    }
}
