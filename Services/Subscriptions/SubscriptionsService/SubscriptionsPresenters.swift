import Coordination
import Domain
import Signals

/// A subscription on a day.
struct SubscriptionPresenter: Presenter {
    func present(_ view: SubscriptionView) -> SubscriptionsSignal.Subscription {
        let subscription = view.subscription
        let next = view.nextDay.map { day in
            SubscriptionsSignal.NextPayment(
                date: day, daysRemaining: day.daysSince1970 - view.today.daysSince1970,
                amount: view.pastDue?.amount ?? subscription.price(on: day))
        }
        return SubscriptionsSignal.Subscription(
            id: subscription.id, service: subscription.service, title: subscription.title, color: subscription.color,
            amount: subscription.currentPrice(on: view.today),
            every: SubscriptionsSignal.Every(
                count: subscription.recurrence.count, unit: subscription.recurrence.unit),
            start: subscription.recurrence.start, nextPayment: next, status: view.status,
            description: subscription.description, category: subscription.category,
            remindDaysBefore: subscription.reminders, cancelDaysBefore: subscription.cancelDays,
            payFrom: subscription.payFrom, trialUntil: subscription.trialUntil, ends: subscription.ends,
            prices: subscription.prices.map { SubscriptionsSignal.Price(from: $0.from, amount: $0.amount) },
            createdAt: subscription.createdAt)
    }

    func answer(_ view: SubscriptionView) -> SubscriptionsSignal.SubscriptionAnswer {
        SubscriptionsSignal.SubscriptionAnswer(subscription: present(view), mandate: view.mandate)
    }
}

/// A payment.
struct PaymentPresenter: Presenter {
    func present(_ payment: Payment) -> SubscriptionsSignal.Payment {
        SubscriptionsSignal.Payment(
            id: payment.id, subscription: payment.subscription, title: payment.title, date: payment.day,
            amount: payment.amount, status: payment.status, method: payment.method, paidOn: payment.paidOn,
            account: payment.account, transfer: payment.transfer, failedAttempts: payment.failures,
            reason: payment.reason, nextTry: payment.nextTry)
    }
}

/// What will be.
struct ForecastPresenter: Presenter {
    func present(_ outcome: Forecaster.Outcome) -> SubscriptionsSignal.ForecastAnswer {
        SubscriptionsSignal.ForecastAnswer(
            from: outcome.days.lowerBound, to: outcome.days.upperBound,
            accounts: outcome.forecast.lines.map { line in
                SubscriptionsSignal.AccountForecast(
                    account: line.account.id, name: line.account.name, balance: line.account.balance,
                    buffer: line.account.buffer,
                    days: line.days.map {
                        SubscriptionsSignal.ForecastDay(date: $0.day, balance: $0.balance, changes: $0.changes)
                    }, lowest: low(line.lowest), low: line.low.map(low))
            }, unplaced: outcome.forecast.unplaced, bonds: outcome.hasBonds)
    }

    private func low(_ low: Forecast.Low) -> SubscriptionsSignal.ForecastLow {
        SubscriptionsSignal.ForecastLow(date: low.day, balance: low.balance, because: low.because)
    }
}

/// Sums.
struct TotalsPresenter: Presenter {
    func present(_ response: TotalsInteractor.Response) -> SubscriptionsSignal.TotalsAnswer {
        func money(_ amount: Int64, _ currency: Currency) -> Money { Money(minorUnits: amount, currency: currency) }
        let currencies = response.sums.sorted { $0.key.code < $1.key.code }.map { currency, sums in
            SubscriptionsSignal.CurrencyTotals(
                currency: currency, subscriptions: sums.subscriptions, month: money(sums.month, currency),
                year: money(sums.year, currency), paidThisMonth: money(sums.paidThisMonth, currency),
                paidThisYear: money(sums.paidThisYear, currency),
                rate: response.rates[currency].map { used in
                    SubscriptionsSignal.RateUsed(
                        rate: used.rate.rate, source: used.rate.source, asOf: used.rate.asOf,
                        inverted: used.isInverted)
                })
        }
        let categories = response.categories.sorted {
            ($1.value.year, $0.key.currency.code, $0.key.name ?? "") < (
                $0.value.year, $1.key.currency.code, $1.key.name ?? ""
            )
        }.map { category, sums in
            SubscriptionsSignal.CategoryTotals(
                category: category.name, currency: category.currency, month: money(sums.month, category.currency),
                year: money(sums.year, category.currency))
        }
        let total = response.total
        return SubscriptionsSignal.TotalsAnswer(
            today: response.today, currencies: currencies, categories: categories, currency: response.currency,
            total: SubscriptionsSignal.Sum(
                month: money(total.month, response.currency), year: money(total.year, response.currency),
                paidThisMonth: money(total.paidThisMonth, response.currency),
                paidThisYear: money(total.paidThisYear, response.currency)),
            missing: response.missing, ratesKnown: response.areRatesKnown)
    }
}

/// What a user has set.
struct SettingsPresenter: Presenter {
    func present(_ settings: UserSettings) -> SubscriptionsSignal.SettingsAnswer {
        SubscriptionsSignal.SettingsAnswer(
            settings: SubscriptionsSignal.Settings(
                timeZone: settings.timeZone, currency: settings.currency, account: settings.account,
                warnDays: settings.warnDays,
                buffers: settings.buffers.sorted { $0.key < $1.key }.map {
                    SubscriptionsSignal.Buffer(account: $0.key, amount: $0.value)
                }))
    }
}

/// What may be a subscription.
struct SuggestionPresenter: Presenter {
    func present(_ found: SuggestionDesk.Found) -> SubscriptionsSignal.SuggestionList {
        SubscriptionsSignal.SuggestionList(
            suggestions: found.suggestions.map { suggestion, like in
                let last = suggestion.last
                return SubscriptionsSignal.Suggestion(
                    id: suggestion.id,
                    title: suggestion.service?.title ?? SubscriptionsSignal.Title(ru: last.text, en: last.text),
                    service: suggestion.service?.id, account: last.account, description: last.text,
                    amount: last.amount,
                    every: SubscriptionsSignal.Every(
                        count: suggestion.recurrence.count, unit: suggestion.recurrence.unit),
                    charges: suggestion.charges.count, first: suggestion.charges[0].day, last: last.day,
                    next: suggestion.next ?? last.day, like: like)
            }, looked: found.looked)
    }
}
