import Coordination
import Domain
import Signals

/// Finds regular charges in the user's history, which is read with the user's own session.
struct SuggestionFinder: Sendable {
    /// The range of the search, in days, and its largest number of charges.
    private static let (days, most) = (731, 10_000)

    struct Found: Sendable {
        let suggestions: [(suggestion: Suggestion, like: String?)]
        let looked: Int
    }

    let dependencies: SubscriptionDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `unavailable`.
    func find(_ context: SignalContext) async throws -> Found {
        let user = try context.caller.requireUser().userID
        let now = dependencies.timetable.clock.now()
        let (zone, known, dismissed, subscriptions) = try await dependencies.store.read { reading in
            (
                try dependencies.timetable.zone(of: user, in: reading), try reading.transfers(of: user),
                try reading.dismissals(of: user), try reading.subscriptions(of: user)
            )
        }
        let since = zone.start(of: zone.day(at: now).adding(days: -Self.days))
        let transactions = try await dependencies.neighbours.charges(
            of: context, since: since, limit: Self.most)
        let charges = transactions.filter {
            $0.type == .expense && !known.contains($0.id) && $0.reverses == nil && $0.reversedBy == nil
        }.map {
            Charge(
                transfer: $0.id, account: $0.account, text: $0.description, amount: $0.amount,
                day: zone.day(at: $0.date))
        }
        let found = Suggestion.find(among: charges).filter { !dismissed.contains($0.id) }
        return Found(
            suggestions: found.map { suggestion in
                (suggestion, subscriptions.first { Self.isLike($0, suggestion) }?.id)
            }.sorted { Self.yearly($0.0) > Self.yearly($1.0) }, looked: charges.count)
    }

    /// Finds a suggestion again by its id.
    func find(_ id: String, _ context: SignalContext) async throws -> Suggestion {
        guard let found = try await find(context).suggestions.first(where: { $0.suggestion.id == id }) else {
            throw Fault(.notFound, .noSuggestion, field: "suggestion")
        }
        return found.suggestion
    }

    private static func yearly(_ suggestion: Suggestion) -> Int64 {
        YearlyCost(of: suggestion.last.amount.minorUnits, every: suggestion.recurrence).year
    }

    private static func isLike(_ subscription: Subscription, _ suggestion: Suggestion) -> Bool {
        if let service = suggestion.service { return subscription.service == service.id }
        let text = Catalogue.plain(suggestion.last.text)
        return [subscription.title.en, subscription.title.ru].contains { text.contains(Catalogue.plain($0)) }
    }
}
