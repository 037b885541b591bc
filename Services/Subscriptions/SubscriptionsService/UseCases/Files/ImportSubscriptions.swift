import Coordination
import Domain
import Signals

/// Imports the subscriptions of a file, all or none. Subscriptions that already exist are skipped.
struct ImportSubscriptions: UseCase {
    let dependencies: SubscriptionDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `invalidArgument`,
    ///   `conflict`, `limitExceeded`.
    func answer(
        _ signal: SubscriptionsSignal.Import, context: SignalContext
    ) async throws -> SubscriptionsSignal.ImportAnswer {
        let user = try context.caller.requireUser().userID
        let rows = try SubscriptionFile.read(signal.content, signal.format)
        guard signal.preview ?? false else {
            return try await dependencies.change(signal, by: user, context, weight: rows.count) { transaction, now in
                try add(rows, of: user, at: now, in: transaction)
            }
        }
        let now = dependencies.timetable.clock.now()
        do {
            return try await dependencies.store.write(deadline: context.deadline, weight: rows.count) { transaction in
                throw Rehearsed(answer: try add(rows, of: user, at: now, in: transaction))
            }
        } catch let rehearsed as Rehearsed {
            return rehearsed.answer
        }
    }

    /// Thrown to roll back a preview.
    private struct Rehearsed: Error {
        let answer: SubscriptionsSignal.ImportAnswer
    }

    /// The properties that make two subscriptions the same.
    private struct Likeness: Hashable {
        let title: String
        let amount: Money
        let recurrence: Recurrence

        init(_ subscription: Subscription) {
            title = subscription.title.en
            amount = subscription.prices[subscription.prices.count - 1].amount
            recurrence = subscription.recurrence
        }
    }

    private func add(
        _ rows: [(line: Int, signal: SubscriptionsSignal.Add)], of user: String, at now: Instant,
        in transaction: any SubscriptionsTransaction
    ) throws -> SubscriptionsSignal.ImportAnswer {
        let zone = try dependencies.timetable.zone(of: user, in: transaction)
        let today = zone.day(at: now)
        var likenesses = Set(try transaction.subscriptions(of: user).map(Likeness.init))
        var (added, known) = ([Subscription](), 0)
        for (line, signal) in rows {
            do {
                try SubscriptionRules.check(signal)
                let service = try dependencies.service(signal.service, of: user, in: transaction)
                let subscription = try Subscription(
                    signal, id: dependencies.makeID(), owner: user, of: service, today: today, at: now)
                if likenesses.insert(Likeness(subscription)).inserted {
                    added.append(subscription)
                } else {
                    known += 1
                }
            } catch let fault as Fault where fault.code != .limitExceeded {
                throw SubscriptionFile.fault(line, notAddedFor: fault)
            }
        }
        try SubscriptionRules.checkCount(of: user, adding: added.count, in: transaction)
        for index in added.indices {
            try dependencies.timetable.begin(&added[index], zone, today: today, in: transaction)
        }
        return SubscriptionsSignal.ImportAnswer(
            added: added.map {
                SubscriptionsSignal.Subscription(SubscriptionView(subscription: $0, today: today, pastDue: nil))
            }, known: known)
    }
}
