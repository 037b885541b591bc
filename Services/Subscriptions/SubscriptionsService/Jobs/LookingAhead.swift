import Coordination
import Domain
import Signals

/// A job that forecasts balances, once a day and after changes that may affect them, and warns before the day on which
/// there will be too little. An account is warned about again only after a forecast without a shortage.
package struct LookingAhead: ScheduledJob {
    /// The number of users per batch.
    private static let atATime = 16
    /// The delay before a failed forecast is retried.
    private static let later = Duration.seconds(60)

    package let name = "balances to come"
    private let dependencies: SubscriptionDependencies

    package init(_ dependencies: SubscriptionDependencies) { self.dependencies = dependencies }

    /// Returns the next moment of all jobs; this job is the last in their order.
    package func nextDue() async throws -> Instant? { try await dependencies.store.read { try $0.nextMoment() } }

    package func doDue() async throws -> Bool {
        let now = dependencies.timetable.clock.now()
        let users = try await dependencies.store.read { try $0.toLookAt(at: now, limit: Self.atATime) }
        guard !users.isEmpty else { return false }
        let looks = try await withThrowingTaskGroup { group in
            for settings in users { group.addTask { try await look(settings) } }
            return try await group.reduce(into: [Look]()) { $0.append($1) }
        }
        let later = dependencies.timetable.clock.now() + Self.later
        try await dependencies.store.write(deadline: nil, weight: looks.count) { transaction in
            for look in looks { try Self.note(look, orTryAgainAt: later, dependencies.timetable, in: transaction) }
        }
        return users.count == Self.atATime
    }

    /// The forecast of a user's balances; the outcome is nil when the ledger was unreachable.
    private struct Look: Sendable {
        let settings: UserSettings
        let outcome: Forecaster.Outcome?
    }

    private func look(_ settings: UserSettings) async throws -> Look {
        do {
            let outcome = try await Forecaster(dependencies: dependencies).forecast(of: settings.owner, days: nil)
            return Look(settings: settings, outcome: outcome)
        } catch is Fault {
            return Look(settings: settings, outcome: nil)
        }
    }

    private static func note(
        _ look: Look, orTryAgainAt later: Instant, _ timetable: Timetable, in transaction: any SubscriptionsTransaction
    ) throws {
        let user = look.settings.owner
        guard var current = try transaction.settings(of: user) else { return }
        guard let outcome = look.outcome else {
            current.lookAt = later
            return try transaction.put(current)
        }
        // This forecast is outdated: a change since it began has scheduled another one.
        guard current.lookAt == look.settings.lookAt else { return }
        let told = try transaction.lowAccounts(of: user)
        var low: Set<String> = []
        for line in outcome.forecast.lines {
            guard let found = line.low else { continue }
            if told.contains(line.account.id) {
                low.insert(line.account.id)
            } else if found.day > outcome.days.lowerBound {
                low.insert(line.account.id)
                try transaction.tell(.balanceLow(event(line, found, of: user)))
            }
        }
        if low != told { try transaction.setLow(low, of: user) }
        let isAnything = try !transaction.subscriptions(of: user).isEmpty || !current.buffers.isEmpty
        let tomorrow = outcome.days.lowerBound.adding(days: 1)
        current.lookAt = isAnything ? timetable.zone(of: current).start(of: tomorrow) : nil
        try transaction.put(current)
    }

    private static func event(
        _ line: Forecast.Line, _ low: Forecast.Low, of user: String
    ) -> SubscriptionsEvent.BalanceLow {
        SubscriptionsEvent.BalanceLow(
            userId: user, account: line.account.id, accountName: line.account.name, day: low.day,
            balance: low.balance, lowest: line.lowest.balance, lowestDay: line.lowest.day,
            buffer: line.account.buffer, because: low.because)
    }
}
