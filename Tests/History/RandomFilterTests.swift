import Coordination
import Domain
import Signals
import TestSupport
import Testing

@testable import HistoryService

/// Goal: books in memory, FTS5 and paging over SQLite answer every query like a scan of all rows. Method: random
/// histories from a printed seed in both stores: own transfers, backdated transfers, reversals, names, rules,
/// assignments; random filters over all fields at once, paged with random limits, while the history grows; whole
/// answers are compared. Fixed forms of queries once hid a bug of this kind from others (TigerBeetle 0.16).
@Suite struct RandomFilterTests {
    private static let begin = Instant(milliseconds: 1_795_000_000_000)
    private static let words = [
        "Кофе", "coffee", "ПРОДУКТЫ", "Straße", "100%", "ёлка", "", "O'Hara", "_", "Café au lait", "кофейня",
        "taxi 24/7", "мой", "AND", "NEAR(a b)", "*", "zürich",
    ]
    private static let searches = [
        "коф", "КОФЕ", "caf", "\"café au\"", "елка", "ЁЛКА ко", "strasse", "\"", "\"taxi 24\" 7", "*", "a OR b", "o'h",
        "AND", "near", "мои", "\u{43c}\u{43e}\u{438}\u{306}", "- ^ :", "100", "zurich)", "words:кофе", "«кофе»",
    ]
    private static let categories = ["food", "Food", "job", "кофе", "food:cafe", "foodie"]
    private static let terms = [
        "cat:food", "cat:Food", "cat:none", "cat:\"none\"", "cat:food:cafe", "cat:nothing", "amt:>10", "amt:<=12.5",
        "amt:10..20", "amt:..5", "amt:7", "acct:a1", "acct:a3", "acct:b1", "acct:b2", "with:a2", "with:outside",
        "with:nobody", "type:income", "type:expense", "cur:RUB", "cur:jpy", "cur:USD", "is:own", "is:reversed",
        "is:undone", "кофе", "\"taxi 24\"", "*", "date:2026", "date:2026-11-25", "date:2026-11..2026-12-05",
        "date:..2026-11-30", "date:2026-12..", "foo:bar", "\"",
    ]
    private static let accounts: [(id: String, user: String, currency: Currency)] = [
        ("a1", "anna", .rubles), ("a2", "anna", .rubles), ("a3", "anna", .yen), ("a4", "anna", .dinars),
        ("b1", "boris", .rubles), ("b2", "boris", .yen),
    ]

    private static func transaction(_ random: inout SeededGenerator) throws -> LedgerScript {
        var script = LedgerScript()
        for account in accounts { try script.openAccount(account.id, of: account.user, account.currency) }
        var time = begin
        for count in 0..<250 {
            let from = random.one(of: accounts)
            let others = accounts.filter { $0.currency == from.currency && $0.id != from.id }.map(\.id) + ["world-X"]
            var sides = [from.id, random.one(of: others)]
            if random.chance(50) { sides.reverse() }
            var more: KeyValuePairs<String, String> = [:]
            let earlier = Instant(
                microseconds: time.microseconds - Int64(random.next() % 4) * 86_400_000_000
                    - Int64(random.next() % 3) * 1_800_000_000)
            if random.chance(15) {
                more = ["occurredAt": earlier.description]
            } else if random.chance(10) {
                more = ["settledAt": (time + .seconds(3600)).description]
            } else if random.chance(10), count > 0 {
                more = ["reverses": "t\(random.next() % UInt64(count) + 1)"]
            }
            try script.move(
                Int64(random.next() % 5_000 + 1), from: sides[0], to: sides[1], at: time,
                random.one(of: words) + random.one(of: ["", " ", "-"]) + random.one(of: words),
                category: random.one(of: [nil, nil, "food", "Food", "job", "food:cafe", "foodie"]), more: more)
            if random.chance(10) { script.mumble() }
            if random.chance(5) { try script.rename(random.one(of: accounts).id, to: random.one(of: words)) }
            // Mostly forwards, in steps of up to nine hours. Sometimes the clock is set back.
            let step = Int64(random.next() % 32_400_000_000) - (random.chance(5) ? 90_000_000_000 : 0)
            time = Instant(microseconds: time.microseconds + (random.chance(20) ? 0 : step))
        }
        return script
    }

    /// A random change by a user, applied equally to each house.
    private static func deed(_ random: inout SeededGenerator) -> @Sendable (HistoryHouse) async throws -> Void {
        let user = random.one(of: ["anna", "boris"])
        switch random.next() % 5 {
        case 0, 1:
            let signal = HistorySignal.AddRule(
                contains: random.one(of: ["коф", "caf", "ель", "elka", "елка", "taxi 24", "a", "o h"]),
                category: random.one(of: categories), type: random.one(of: [nil, .income, .expense, .all]),
                minAmount: random.one(of: [nil, nil, "10", "0.5"]), maxAmount: random.one(of: [nil, nil, "30"]),
                account: random.chance(20) ? random.one(of: accounts.filter { $0.user == user }).id : nil,
                position: random.one(of: [nil, 1, 2]))
            // Both refuse it while the account is unknown.
            return { house in _ = try await house.fault(of: signal, as: user) }
        case 2:
            let (index, target) = (random.next(), Int(random.next() % 4) + 1)
            let removes = random.chance(50)
            return { house in
                let rules = try await house.send(HistorySignal.Rules(), as: user).rules
                guard !rules.isEmpty else { return }
                let id = rules[Int(index % UInt64(rules.count))].id
                if removes {
                    _ = try await house.send(HistorySignal.RemoveRule(id: id), as: user)
                } else {
                    _ = try await house.send(HistorySignal.MoveRule(id: id, position: target), as: user)
                }
            }
        case 3:
            let signal = HistorySignal.SaveFilter(
                name: random.one(of: ["one", "two"]), type: random.one(of: [nil, .income]),
                text: random.one(of: searches), minAmount: random.one(of: [nil, "5"]),
                query: random.chance(50) ? query(&random) : nil)
            // Both refuse the same queries.
            return { house in _ = try await house.fault(of: signal, as: user) }
        default:
            let signal = HistorySignal.SetCategory(
                id: "t\(random.next() % 250 + 1)",
                account: random.chance(30) ? random.one(of: accounts).id : nil,
                category: random.chance(70) ? random.one(of: categories) : nil)
            return { house in _ = try await house.fault(of: signal, as: user) }
        }
    }

    private static func query(_ random: inout SeededGenerator) -> String {
        (0..<(random.below(4) + 1)).map { _ in
            random.one(of: ["", "", "-", "not:"]) + random.one(of: terms)
        }.joined(separator: " ")
    }

    private static func moment(_ random: inout SeededGenerator, in events: [Event]) -> String {
        // Half of them exactly at a transfer or a microsecond off, where off-by-one errors occur.
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
            text: random.chance(25) ? random.one(of: searches) : nil,
            minAmount: random.chance(20) ? random.one(of: ["0", "0.5", "1.234", "10", "12.50"]) : nil,
            maxAmount: random.chance(20) ? random.one(of: ["0.999", "4", "30.01", "1000"]) : nil,
            category: random.chance(20) ? random.one(of: categories + ["none"]) : nil,
            counterparty: random.chance(15) ? random.one(of: accounts.map(\.id) + ["outside", "nobody"]) : nil,
            reversed: random.chance(15) ? random.chance(50) : nil,
            filter: random.chance(10) ? random.one(of: ["one", "two"]) : nil,
            own: random.chance(20) ? random.chance(50) : nil, undone: random.chance(20) ? random.chance(50) : nil,
            query: random.chance(40) ? query(&random) : nil)
    }

    @Test(arguments: (0..<3).map { _ in UInt64.random(in: .min ... .max) }, [BookShelf.usualRows, 1])
    func everyFilterFindsWhatALookAtEachRowFinds(seed: UInt64, rowsInMemory: Int) async throws {
        print("history filters: seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let events = try Self.transaction(&random).events
        let naive = HistoryHouse(store: InMemoryHistoryStore())
        let pageSize = random.one(of: [1, 7, 500])
        var handed = 0
        try await HistoryHouse.withDatabase(rowsInMemory: rowsInMemory) { _, house in
            while handed < events.count {
                let next = min(events.count, handed + Int(random.next() % 80) + 1)
                for target in [naive, house] {
                    try await target.follow(Array(events[handed..<next]), pageSize: pageSize)
                }
                handed = next
                for _ in 0..<Int(random.next() % 4) {
                    let deed = Self.deed(&random)
                    for target in [naive, house] { try await deed(target) }
                }
                for _ in 0..<10 {
                    let filter = Self.filter(&random, events)
                    let (limit, user) = (random.one(of: [1, 3, 50, 1000]), random.one(of: ["anna", "boris"]))
                    let expected = try await Self.pages(of: filter, limit, naive, user)
                    let found = try await Self.pages(of: filter, limit, house, user)
                    #expect(found == expected, "seed \(seed), \(filter)")
                    let summary = Self.summary(filter, by: random.one(of: HistorySignal.SummaryGroup.allCases), limit)
                    let expectedSums = try await Self.answer(to: summary, naive, user)
                    let foundSums = try await Self.answer(to: summary, house, user)
                    #expect(foundSums == expectedSums, "seed \(seed), \(summary)")
                }
            }
        }
    }

    private static func summary(
        _ filter: HistorySignal.Transactions, by group: HistorySignal.SummaryGroup, _ limit: Int
    ) -> HistorySignal.Summary {
        HistorySignal.Summary(
            by: group, account: filter.account, type: filter.type, from: filter.from, to: filter.to, text: filter.text,
            minAmount: filter.minAmount, maxAmount: filter.maxAmount, category: filter.category,
            counterparty: filter.counterparty, reversed: filter.reversed, filter: filter.filter, limit: limit,
            own: filter.own, undone: filter.undone, query: filter.query)
    }

    private static func answer<S: Signal>(
        to signal: S, _ house: HistoryHouse, _ user: String
    ) async throws -> Result<S.Answer, Fault> {
        do {
            return .success(try await house.send(signal, as: user))
        } catch let fault as Fault {
            return .failure(fault)
        }
    }

    /// Returns all pages, or the fault.
    private static func pages(
        of filter: HistorySignal.Transactions, _ limit: Int, _ house: HistoryHouse, _ user: String
    ) async throws -> Result<[HistorySignal.TransactionPage], Fault> {
        var pages: [HistorySignal.TransactionPage] = []
        var cursor: String?
        repeat {
            let asked = HistorySignal.Transactions(
                account: filter.account, type: filter.type, from: filter.from, to: filter.to, text: filter.text,
                minAmount: filter.minAmount, maxAmount: filter.maxAmount, category: filter.category,
                counterparty: filter.counterparty, reversed: filter.reversed, filter: filter.filter, limit: limit,
                cursor: cursor, own: filter.own, undone: filter.undone, query: filter.query)
            switch try await answer(to: asked, house, user) {
            case .success(let page): pages.append(page)
            case .failure(let fault): return .failure(fault)
            }
            cursor = pages.last?.nextCursor
            // With steps of one, some pages are enough.
        } while cursor != nil && pages.count < 10
        return .success(pages)
    }
}
