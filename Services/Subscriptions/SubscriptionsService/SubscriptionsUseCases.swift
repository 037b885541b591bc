import Coordination

/// The signals that subscriptions answers.
package enum SubscriptionsUseCases {
    package static func all(_ dependencies: SubscriptionDependencies) -> [ServedSignal] {
        [
            .serve(AddSubscription(dependencies: dependencies)),
            .serve(UpdateSubscription(dependencies: dependencies)),
            .serve(RemoveSubscription(dependencies: dependencies)),
            .serve(PauseSubscription(dependencies: dependencies)),
            .serve(ResumeSubscription(dependencies: dependencies)),
            .serve(PaySubscription(dependencies: dependencies)),
            .serve(SkipPayment(dependencies: dependencies)),
            .serve(TakeBackPayment(dependencies: dependencies)),
            .serve(ListPayments(dependencies: dependencies)),
            .serve(ListSubscriptions(dependencies: dependencies)),
            .serve(ShowSubscription(dependencies: dependencies)),
            .serve(ListDates(dependencies: dependencies)),
            .serve(ListServices(dependencies: dependencies)),
            .serve(ListCurrencies(dependencies: dependencies)),
            .serve(ReadSettings(dependencies: dependencies)),
            .serve(ChangeSettings(dependencies: dependencies)),
            .serve(ForecastBalances(dependencies: dependencies)),
            .serve(TotalSubscriptions(dependencies: dependencies)),
            .serve(WriteCalendar(dependencies: dependencies)),
            .serve(ExportSubscriptions(dependencies: dependencies)),
            .serve(ImportSubscriptions(dependencies: dependencies)),
            .serve(ListSuggestions(dependencies: dependencies)),
            .serve(AcceptSuggestion(dependencies: dependencies)),
            .serve(MergeSuggestion(dependencies: dependencies)),
            .serve(DismissSuggestion(dependencies: dependencies)),
        ]
    }
}
