import Domain
import Signals

/// Everything that the services tell everybody, of one moment, and what they acknowledged before.
struct TownFacts: Sendable {
    let people: [PersonFacts]
    let check: LedgerSignal.CheckAnswer
    let books: BookContent
    /// When it was read.
    let now: Instant

    private static let mostRounds = 20
    private static let pause = Duration.seconds(15)

    /// Reads everything. Reads again while the ledger or its followers go on: at midnight they have work.
    ///
    /// - Returns: Nil when something could not be read, or when the ledger does not come to rest.
    static func gathered(from people: [SimulatedPerson], _ books: Books) async -> TownFacts? {
        var last: TownFacts?
        for _ in 0..<mostRounds {
            guard let before = await sequences(of: people), let facts = await read(people, books),
                let after = await sequences(of: people)
            else { return nil }
            if before == after {
                // Whoever has not caught up by the last round is told of as a problem.
                if facts.isSettled { return facts }
                last = facts
            }
            guard (try? await Task.sleep(for: pause)) != nil else { return nil }
        }
        return last
    }

    /// True when history and the inboxes have what the ledger has.
    private var isSettled: Bool { Invariants.history(self).isEmpty && Invariants.inbox(self).isEmpty }

    private static func read(_ people: [SimulatedPerson], _ books: Books) async -> TownFacts? {
        var found: [PersonFacts] = []
        for person in people {
            guard let facts = await person.facts() else { return nil }
            found.append(facts)
        }
        guard let first = people.first, let check = await first.read(LedgerSignal.Check()) else { return nil }
        return TownFacts(people: found, check: check, books: books.now, now: WallClock.system.now())
    }

    private static func sequences(of people: [SimulatedPerson]) async -> [Int64]? {
        var found: [Int64] = []
        for person in people {
            guard let newest = await person.newestLedgerEvent() else { return nil }
            found.append(newest)
        }
        return found
    }

    // MARK: Time

    /// How far the clocks of a zone are ahead of UTC, in hours, at least and at most.
    private static let zones: [String: ClosedRange<Int>] = [
        "UTC": 0...0, "Europe/Moscow": 3...3, "Asia/Tokyo": 9...9, "America/New_York": -5...(-4),
    ]

    /// Returns the earliest and the latest moment at which a day began for a person, by all clocks they have lived by.
    func start(of day: CalendarDay, for person: Int) -> ClosedRange<Instant> {
        let zones = (books.zones[person] ?? []).union(["UTC"]).map { Self.zones[$0] ?? -14...14 }
        let most = zones.map(\.upperBound).max() ?? 0
        let least = zones.map(\.lowerBound).min() ?? 0
        return day.startInUTC + .seconds(-most * 3600)...(day.startInUTC + .seconds(-least * 3600))
    }
}
