import Domain
import Signals

/// Everything that the services tell everybody, of one moment, and what they acknowledged before.
struct TownFacts: Sendable {
    let people: [PersonFacts]
    let check: LedgerSignal.CheckAnswer
    let market: MarketFacts
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
        guard let first = people.first, let check = await first.read(LedgerSignal.Check()),
            let market = await first.marketFacts()
        else { return nil }
        return TownFacts(people: found, check: check, market: market, books: books.now, now: WallClock.system.now())
    }

    private static func sequences(of people: [SimulatedPerson]) async -> [Int64]? {
        var found: [Int64] = []
        for person in people {
            guard let newest = await person.newestLedgerEvent() else { return nil }
            found.append(newest)
        }
        return found
    }
}
