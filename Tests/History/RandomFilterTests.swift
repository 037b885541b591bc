import Coordination
import Domain
import Signals
import TestSupport
import Testing

@testable import HistoryService

/// Goal: whatever is asked, the indexes, day totals and pages of SQLite answer as a look at each row does.
/// Method: random books from a printed seed in both stores; random filters over all fields at once, paged with random
/// limits; answers compared whole. Fixed shapes of questions once hid a bug of this kind from others (TigerBeetle 0.16).
@Suite struct RandomFilterTests {
    private static let begin = Instant(milliseconds: 1_795_000_000_000)
    private static let words = ["Кофе", "coffee", "ПРОДУКТЫ", "Straße", "100%", "ёлка", "", "O'Hara", "_"]
    private static let accounts: [(id: String, user: String, currency: Currency)] = [
        ("a1", "anna", .rubles), ("a2", "anna", .rubles), ("a3", "anna", .yen), ("a4", "anna", .dinars),
        ("b1", "boris", .rubles), ("b2", "boris", .yen),
    ]

    private static func books(_ random: inout SeededGenerator) throws -> LedgerScript {
        var script = LedgerScript()
        for account in accounts { try script.openAccount(account.id, of: account.user, account.currency) }
        var time = begin
        for _ in 0..<400 {
            let from = random.one(of: accounts)
            let others = accounts.filter { $0.currency == from.currency && $0.id != from.id }.map(\.id) + ["world-X"]
            var sides = [from.id, random.one(of: others)]
            if random.chance(50) { sides.reverse() }
            try script.move(
                Int64(random.next() % 5_000 + 1), from: sides[0], to: sides[1], at: time,
                random.one(of: words) + random.one(of: words), category: random.one(of: [nil, "food", "Food", "job"]))
            if random.chance(10) { script.mumble() }
            // Mostly forwards, in steps of up to nine hours; now and then a clock is set back.
            let step = Int64(random.next() % 32_400_000_000) - (random.chance(5) ? 90_000_000_000 : 0)
            time = Instant(microseconds: time.microseconds + (random.chance(20) ? 0 : step))
        }
        return script
    }

    private static func moment(_ random: inout SeededGenerator, in events: [Event]) -> String {
        // Half of them to the microsecond on a transfer, where off-by-one mistakes live.
        let time = random.one(of: events).time
        switch random.next() % 4 {
        case 0: return time.dayInUTC.description
        case 1: return Instant(microseconds: time.microseconds + Int64(random.next() % 3) - 1).description
        default: return time.description
        }
    }

    private static func filter(_ random: inout SeededGenerator, _ events: [Event]) -> HistorySignal.Transactions {
        let transfers = events.filter { $0.type == "ledger.transferPosted" }
        return HistorySignal.Transactions(
            account: random.chance(40) ? random.one(of: accounts).id : nil,
            type: random.chance(50) ? random.one(of: HistorySignal.TypeFilter.allCases) : nil,
            from: random.chance(40) ? moment(&random, in: transfers) : nil,
            to: random.chance(40) ? moment(&random, in: transfers) : nil,
            text: random.chance(25) ? random.one(of: words).uppercased() : nil,
            minAmount: random.chance(20) ? random.one(of: ["0", "0.5", "1.234", "10", "12.50"]) : nil,
            maxAmount: random.chance(20) ? random.one(of: ["0.999", "4", "30.01", "1000"]) : nil,
            category: random.chance(20) ? random.one(of: ["food", "Food", "none"]) : nil)
    }

    @Test(arguments: (0..<3).map { _ in UInt64.random(in: .min ... .max) })
    func everyFilterFindsWhatALookAtEachRowFinds(seed: UInt64) async throws {
        print("history filters: seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let events = try Self.books(&random).events
        let naive = HistoryHouse(store: InMemoryHistoryStore())
        try await naive.follow(events)
        var questions: [(filter: HistorySignal.Transactions, limit: Int)] = []
        for _ in 0..<150 { questions.append((Self.filter(&random, events), random.one(of: [1, 3, 50, 1000]))) }
        let pageSize = random.one(of: [1, 7, 500])
        try await HistoryHouse.with(.sqlite) { house in
            try await house.follow(events, pageSize: pageSize)
            for (filter, limit) in questions {
                let expected = try await Self.pages(of: filter, limit, naive)
                let found = try await Self.pages(of: filter, limit, house)
                #expect(found == expected, "seed \(seed), \(filter)")
            }
        }
    }

    /// All pages, or the fault.
    private static func pages(
        of filter: HistorySignal.Transactions, _ limit: Int, _ house: HistoryHouse
    ) async throws -> Result<[HistorySignal.TransactionPage], Fault> {
        var pages: [HistorySignal.TransactionPage] = []
        var cursor: String?
        repeat {
            let asked = HistorySignal.Transactions(
                account: filter.account, type: filter.type, from: filter.from, to: filter.to, text: filter.text,
                minAmount: filter.minAmount, maxAmount: filter.maxAmount, category: filter.category, limit: limit,
                cursor: cursor)
            do {
                pages.append(try await house.list(asked))
            } catch let fault as Fault {
                return .failure(fault)
            }
            cursor = pages.last?.nextCursor
            // A walk in steps of one is as good after some of them.
        } while cursor != nil && pages.count < 20
        return .success(pages)
    }
}
