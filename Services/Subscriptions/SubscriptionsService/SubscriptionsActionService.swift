import Coordination
import Domain
import Signals
import Storage

/// Answers for what people pay again and again.
package final class SubscriptionsActionService: ActionService {
    package let node = CoordinatorNode(options: .shared)
    package let handlers: SignalHandlers

    package init(_ desk: SubscriptionDesk) {
        var handlers = SignalHandlers()
        Self.answerAboutChanges(desk, &handlers)
        Self.answerAboutPayments(desk, &handlers)
        Self.answerAboutLists(desk, &handlers)
        Self.answerAboutSettings(desk, &handlers)
        Self.answerAboutMoney(desk, &handlers)
        Self.answerAboutFiles(desk, &handlers)
        Self.answerAboutSuggestions(desk, &handlers)
        self.handlers = handlers
    }

    private static func answerAboutChanges(_ desk: SubscriptionDesk, _ handlers: inout SignalHandlers) {
        let show = SubscriptionPresenter()
        let add = AddInteractor(desk: desk)
        handlers.answer(SubscriptionsSignal.Add.self) { signal, context in
            let request = AddInteractor.Request(signal: signal, keyed: try keyed(signal, context))
            return show.answer(try await add.execute(request, context: context))
        }
        let update = UpdateInteractor(desk: desk)
        handlers.answer(SubscriptionsSignal.Update.self) { signal, context in
            let request = UpdateInteractor.Request(signal: signal, keyed: try keyed(signal, context))
            return show.answer(try await update.execute(request, context: context))
        }
        let remove = RemoveInteractor(desk: desk)
        handlers.answer(SubscriptionsSignal.Remove.self) { signal, context in
            let request = RemoveInteractor.Request(
                id: signal.id, removesPayments: signal.removePayments ?? false, keyed: try keyed(signal, context))
            let counts = try await remove.execute(request, context: context)
            return SubscriptionsSignal.RemovedSubscription(
                id: signal.id, paymentsKept: counts.kept, paymentsRemoved: counts.removed)
        }
        let pause = PauseInteractor(desk: desk)
        handlers.answer(SubscriptionsSignal.Pause.self) { signal, context in
            let request = PauseInteractor.Request(id: signal.id, pauses: true, keyed: try keyed(signal, context))
            return show.answer(try await pause.execute(request, context: context))
        }
        handlers.answer(SubscriptionsSignal.Resume.self) { signal, context in
            let request = PauseInteractor.Request(id: signal.id, pauses: false, keyed: try keyed(signal, context))
            return show.answer(try await pause.execute(request, context: context))
        }
    }

    private static func answerAboutPayments(_ desk: SubscriptionDesk, _ handlers: inout SignalHandlers) {
        let pay = PayInteractor(desk: desk)
        @Sendable func answer<S: Signal>(
            _ signal: S, _ id: String, _ day: CalendarDay?, _ change: PayInteractor.Change, isAhead: Bool?,
            for named: String?,
            _ context: SignalContext
        ) async throws -> SubscriptionsSignal.PaymentAnswer {
            let user = try PayingFor.user(named, context.caller)
            let request = PayInteractor.Request(
                id: id, day: day, change: change, isAhead: isAhead ?? false, user: user,
                keyed: try KeyedRequest(signal, caller: user, context: context))
            let paid = try await pay.execute(request, context: context)
            return SubscriptionsSignal.PaymentAnswer(
                payment: PaymentPresenter().present(paid.payment),
                subscription: SubscriptionPresenter().present(paid.view))
        }
        handlers.answer(SubscriptionsSignal.Pay.self) { signal, context in
            let change = PayInteractor.Change.pay(
                paidOn: signal.paidOn, amount: signal.amount, renews: signal.renew ?? false)
            return try await answer(
                signal, signal.id, signal.date, change, isAhead: signal.ahead, for: signal.user, context)
        }
        handlers.answer(SubscriptionsSignal.Skip.self) { signal, context in
            try await answer(signal, signal.id, signal.date, .skip, isAhead: signal.ahead, for: signal.user, context)
        }
        let unpay = UnpayInteractor(desk: desk)
        handlers.answer(SubscriptionsSignal.Unpay.self) { signal, context in
            let request = UnpayInteractor.Request(signal: signal, keyed: try keyed(signal, context))
            let found = try await unpay.execute(request, context: context)
            return SubscriptionsSignal.UnpaidAnswer(
                date: found.day, payment: found.payment.map(PaymentPresenter().present),
                subscription: SubscriptionPresenter().present(found.view))
        }
        let payments = PaymentsInteractor(store: desk.store)
        handlers.answer(SubscriptionsSignal.Payments.self) { signal, context in
            let found = try await payments.execute(signal, context: context)
            return SubscriptionsSignal.PaymentList(
                payments: found.payments.map(PaymentPresenter().present), nextCursor: found.nextCursor)
        }
    }

    private static func answerAboutLists(_ desk: SubscriptionDesk, _ handlers: inout SignalHandlers) {
        let list = ListInteractor(desk: desk)
        handlers.answer(SubscriptionsSignal.List.self) { signal, context in
            let found = try await list.execute(signal, context: context)
            return SubscriptionsSignal.SubscriptionList(
                subscriptions: found.views.map(SubscriptionPresenter().present), today: found.today,
                nextCursor: found.nextCursor)
        }
        let show = ShowInteractor(desk: desk)
        handlers.answer(SubscriptionsSignal.Show.self) { signal, context in
            let found = try await show.execute(signal.id, context: context)
            return SubscriptionsSignal.ShownSubscription(
                subscription: SubscriptionPresenter().present(found.view),
                payments: found.payments.map(PaymentPresenter().present), spent: found.spent, paymentsMade: found.paid)
        }
        let dates = DatesInteractor(desk: desk)
        handlers.answer(SubscriptionsSignal.Dates.self) { signal, context in
            SubscriptionsSignal.DateList(dates: try await dates.execute(signal, context: context))
        }
        let services = ListServicesInteractor(store: desk.store)
        handlers.answer(SubscriptionsSignal.Services.self) { signal, context in
            SubscriptionsSignal.ServiceList(services: try await services.execute(signal.text, context: context))
        }
    }

    private static func answerAboutSettings(_ desk: SubscriptionDesk, _ handlers: inout SignalHandlers) {
        @Sendable func settings(_ context: SignalContext) async throws -> UserSettings {
            let user = try context.caller.requireUser().userID
            return try await desk.store.read { try desk.timetable.settings(of: user, in: $0) }
        }
        handlers.answer(SubscriptionsSignal.GetSettings.self) { _, context in
            SettingsPresenter().present(try await settings(context))
        }
        let set = SetSettingsInteractor(desk: desk)
        handlers.answer(SubscriptionsSignal.SetSettings.self) { signal, context in
            let request = SetSettingsInteractor.Request(signal: signal, keyed: try keyed(signal, context))
            return SettingsPresenter().present(try await set.execute(request, context: context))
        }
        handlers.answer(SubscriptionsSignal.Currencies.self) { _, context in
            SubscriptionsSignal.CurrencyList(
                currencies: Currency.all.map { currency in
                    SubscriptionsSignal.CurrencyFacts(
                        code: currency, exponent: currency.exponent, symbol: currency.symbol ?? currency.code)
                }, standard: try await settings(context).currency)
        }
    }

    private static func answerAboutMoney(_ desk: SubscriptionDesk, _ handlers: inout SignalHandlers) {
        let forecast = ForecastInteractor(forecaster: Forecaster(desk: desk))
        handlers.answer(SubscriptionsSignal.Forecast.self) { signal, context in
            ForecastPresenter().present(try await forecast.execute(signal, context: context))
        }
        let totals = TotalsInteractor(desk: desk)
        handlers.answer(SubscriptionsSignal.Totals.self) { signal, context in
            TotalsPresenter().present(try await totals.execute(signal.currency, context: context))
        }
    }

    private static func answerAboutFiles(_ desk: SubscriptionDesk, _ handlers: inout SignalHandlers) {
        let files = FileInteractor(desk: desk)
        handlers.answer(SubscriptionsSignal.CalendarFile.self) { signal, context in
            try await files.execute(.calendar(id: signal.id), context: context)
        }
        handlers.answer(SubscriptionsSignal.Export.self) { signal, context in
            try await files.execute(.export(signal.format), context: context)
        }
        let importing = ImportInteractor(desk: desk)
        handlers.answer(SubscriptionsSignal.Import.self) { signal, context in
            let isPreview = signal.preview ?? false
            let request = ImportInteractor.Request(
                format: signal.format, content: signal.content, isPreview: isPreview,
                keyed: isPreview ? nil : try keyed(signal, context))
            let found = try await importing.execute(request, context: context)
            return SubscriptionsSignal.ImportAnswer(
                added: found.added.map(SubscriptionPresenter().present), known: found.known)
        }
    }

    private static func answerAboutSuggestions(_ desk: SubscriptionDesk, _ handlers: inout SignalHandlers) {
        let suggestions = SuggestionDesk(desk: desk)
        handlers.answer(SubscriptionsSignal.Suggestions.self) { _, context in
            SuggestionPresenter().present(try await suggestions.find(context))
        }
        let answering = AnswerSuggestionInteractor(desk: desk)
        handlers.answer(SubscriptionsSignal.AcceptSuggestion.self) { signal, context in
            SubscriptionPresenter().answer(
                try await answering.execute(
                    .accept(signal.suggestion, signal.service, try keyed(signal, context)), context: context))
        }
        handlers.answer(SubscriptionsSignal.MergeSuggestion.self) { signal, context in
            SubscriptionPresenter().answer(
                try await answering.execute(
                    .merge(signal.suggestion, into: signal.id, try keyed(signal, context)), context: context))
        }
        let dismiss = DismissInteractor(store: desk.store)
        handlers.answer(SubscriptionsSignal.DismissSuggestion.self) { signal, context in
            let request = DismissInteractor.Request(
                suggestion: signal.suggestion, keyed: try keyed(signal, context))
            return SubscriptionsSignal.DismissedSuggestion(
                suggestion: try await dismiss.execute(request, context: context))
        }
    }

    private static func keyed<S: Signal>(_ signal: S, _ context: SignalContext) throws -> KeyedRequest? {
        try KeyedRequest(signal, caller: try context.caller.requireUser().userID, context: context)
    }
}
