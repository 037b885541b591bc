import Coordination
import Domain
import Signals

/// Looks at balances to come, after what may have changed them and once a day, and tells, before the day, that there will be
/// too little. An account that was told of is told of again only when all was well in between.
package struct LookingAhead: DueWork {
    /// How many users at a time.
    private static let atATime = 16
    /// When to look again at what could not be looked at.
    private static let later = Duration.seconds(60)

    package let name = "balances to come"
    private let desk: SubscriptionDesk

    package init(desk: SubscriptionDesk) { self.desk = desk }

    /// When the next of anything is to be done; this is the last of the works.
    package func nextDue() async throws -> Instant? { try await desk.store.read { try $0.nextMoment() } }

    package func doDue() async throws -> Bool {
        let now = desk.timetable.clock.now()
        let users = try await desk.store.read { try $0.toLookAt(at: now, limit: Self.atATime) }
        for settings in users { try await look(settings) }
        return users.count == Self.atATime
    }

    private func look(_ settings: UserSettings) async throws {
        let user = settings.owner
        let outcome: Forecaster.Outcome
        do {
            outcome = try await Forecaster(desk: desk).forecast(of: user, days: nil)
        } catch is Fault {
            let later = desk.timetable.clock.now() + Self.later
            return try await desk.store.write(deadline: nil, weight: 1) { books in
                guard var current = try books.settings(of: user) else { return }
                current.lookAt = later
                try books.put(current)
            }
        }
        try await desk.store.write(deadline: nil, weight: 1) { [desk] books in
            guard var current = try books.settings(of: user) else { return }
            // What changed since the look began asks for another one; this one is done.
            guard current.lookAt == settings.lookAt else { return }
            let zone = desk.timetable.zone(of: current)
            let told = try books.lowAccounts(of: user)
            var low: Set<String> = []
            for line in outcome.forecast.lines {
                guard let found = line.low else { continue }
                if told.contains(line.account.id) {
                    low.insert(line.account.id)
                } else if found.day > outcome.days.lowerBound {
                    low.insert(line.account.id)
                    try books.tell(.balanceLow(Self.event(line, found, of: user)))
                }
            }
            if low != told { try books.setLow(low, of: user) }
            let isAnything = try !books.subscriptions(of: user).isEmpty || !current.buffers.isEmpty
            current.lookAt = isAnything ? zone.start(of: outcome.days.lowerBound.adding(days: 1)) : nil
            try books.put(current)
        }
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
