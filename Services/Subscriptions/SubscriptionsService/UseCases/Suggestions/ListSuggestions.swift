import Coordination
import Domain
import Signals

/// Lists the regular charges of the user that look like a subscription.
struct ListSuggestions: UseCase {
    let dependencies: SubscriptionDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `unavailable`.
    func answer(
        _ signal: SubscriptionsSignal.Suggestions, context: SignalContext
    ) async throws -> SubscriptionsSignal.SuggestionList {
        let found = try await SuggestionFinder(dependencies: dependencies).find(context)
        return SubscriptionsSignal.SuggestionList(
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
