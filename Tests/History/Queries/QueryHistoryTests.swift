import Coordination
import Domain
import Signals
import Testing

@testable import HistoryService

/// Queries through the use cases, over both stores.
@Suite struct QueryHistoryTests {
    /// Six movements of anna in two currencies, and one of boris.
    private static func withHouse(_ kind: StoreKind, _ body: (HistoryHouse) async throws -> Void) async throws {
        var script = LedgerScript()
        try script.openAccount("main", of: "anna")
        try script.openAccount("savings", of: "anna")
        try script.openAccount("yen", of: "anna", .yen)
        try script.openAccount("boris", of: "boris")
        func day(_ text: String) throws -> Instant { try #require(CalendarDay(text)).startInUTC }
        try script.move(
            50_000, from: "main", to: "world-RUB", at: try day("2026-09-30"), "кофе и чай", category: "food")
        try script.move(
            50_001, from: "main", to: "world-RUB", at: try day("2026-10-01"), "ужин", category: "food:restaurants")
        try script.move(99_900, from: "main", to: "world-RUB", at: try day("2026-10-31"), "обувь", category: "foods")
        try script.move(500, from: "world-JPY", to: "yen", at: try day("2026-11-01"), "кофейня")
        try script.move(1_000, from: "main", to: "boris", at: try day("2026-12-31"), "boris: coffee", category: "gifts")
        try script.move(2_000, from: "main", to: "savings", at: try day("2027-01-01"), "накопления")
        try await HistoryHouse.with(kind) { house in
            try await house.follow(script.events)
            try await body(house)
        }
    }

    /// Returns the ids of the transfers that a query finds, oldest first.
    private static func found(
        _ query: String, _ house: HistoryHouse, as user: String = "anna"
    ) async throws -> [String] {
        let page = try await house.send(HistorySignal.Transactions(limit: 1000, query: query), as: user)
        return page.transactions.reversed().map { "\($0.id.dropFirst())\($0.type == .income ? "+" : "")" }
    }

    @Test(arguments: StoreKind.allCases)
    func eachTermFindsItsMovements(kind: StoreKind) async throws {
        try await Self.withHouse(kind) { house in
            let expected: KeyValuePairs<String, String> = [
                "": "1 2 3 4+ 5 6 6+", "cat:food": "1 2", "cat:food:restaurants": "2", "cat:foo": "",
                "cat:none": "4+ 6 6+",
                "-cat:food": "3 4+ 5 6 6+", "not:cat:none": "1 2 3 5", "cat:food not:cat:food:restaurants": "1",
                "cat:food cat:food:restaurants": "2", "cat:food cat:gifts": "", "-cat:unused": "1 2 3 4+ 5 6 6+",
                "amt:>500": "2 3", "amt:>=500": "1 2 3 4+", "amt:<500": "5 6 6+", "amt:500": "1 4+",
                "amt:500..500.01": "1 2 4+", "not:amt:500..500.01": "3 5 6 6+", "-amt:500": "2 3 5 6 6+",
                "date:2026-10": "2 3", "date:2026": "1 2 3 4+ 5", "date:2026-10-31": "3",
                "date:2026-10..2026-11": "2 3 4+",
                "date:..2026-10-01": "1 2", "date:2026-11..": "4+ 5 6 6+", "-date:2026-10..2026-11": "1 5 6 6+",
                "acct:yen": "4+", "-acct:main": "4+ 6+", "acct:main acct:yen": "", "with:outside": "1 2 3 4+",
                "with:boris": "5", "-with:boris": "1 2 3 4+ 6 6+", "-with:outside": "5 6 6+", "with:nobody": "",
                "-with:nobody": "1 2 3 4+ 5 6 6+", "type:income": "4+ 6+", "-type:income": "1 2 3 5 6",
                "cur:JPY": "4+", "-cur:JPY": "1 2 3 5 6 6+", "cur:USD": "", "is:own": "6 6+", "-is:own": "1 2 3 4+ 5",
                "is:reversed": "", "-is:undone": "1 2 3 4+ 5 6 6+", "кофе": "1 4+", "\"кофе\"": "1",
                "-кофе": "2 3 5 6 6+",
                "-\"кофе\"": "2 3 4+ 5 6 6+", "-кофе -ужин": "3 5 6 6+", "кофе -чай": "4+", "\"boris: coffee\"": "5",
                "cat:food amt:>500 date:2026-10.. -кофе": "2", "*": "", "-*": "1 2 3 4+ 5 6 6+",
            ]
            for (query, ids) in expected {
                let found = try await Self.found(query, house).joined(separator: " ")
                #expect(found == ids, "\(query)")
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func daysOfAQueryAreThoseOfTheUser(kind: StoreKind) async throws {
        try await Self.withHouse(kind) { house in
            try await house.setZone("America/New_York", of: "anna")
            #expect(try await Self.found("date:2026-10", house) == ["3", "4+"])
            #expect(try await Self.found("date:2026-09", house) == ["1", "2"])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func aQueryNarrowsTheOtherFieldsAndASavedFilter(kind: StoreKind) async throws {
        try await Self.withHouse(kind) { house in
            let saved = try await house.send(
                HistorySignal.SaveFilter(name: "eating", account: "main", query: "cat:food amt:>=500"))
            #expect(saved.filter.query == "cat:food amt:>=500")
            #expect(try await house.send(HistorySignal.Filters()).filters.first?.query == "cat:food amt:>=500")
            let narrowed = try await house.send(
                HistorySignal.Transactions(text: "кофе", filter: "eating", query: "-чайник"))
            #expect(narrowed.transactions.map(\.id) == ["t1"])
            #expect(narrowed.totals.first?.expense.minorUnits == 50_000)
            let sums = try await house.send(
                HistorySignal.Summary(by: .category, filter: "eating", query: "not:cat:food:restaurants"))
            #expect(sums.rows.map(\.key) == ["food"] && sums.rows.first?.count == 1)
            let both = try await house.send(HistorySignal.Transactions(category: "food", query: "cat:food"))
            #expect(both.transactions.map(\.id) == ["t1"], "the field means one category, the term a tree")
        }
    }

    @Test(arguments: StoreKind.allCases)
    func aCursorIsOfItsQuery(kind: StoreKind) async throws {
        try await Self.withHouse(kind) { house in
            let first = try await house.send(HistorySignal.Transactions(limit: 1, query: "-cat:food"))
            let next = try await house.send(
                HistorySignal.Transactions(limit: 1, cursor: first.nextCursor, query: "not:cat:food"))
            #expect(next.transactions.map(\.id) == ["t6"], "both negations are the same query")
            for other in ["cat:food", "-cat:foods", "-cat:food -cat:gifts", nil] {
                let stale = HistorySignal.Transactions(limit: 1, cursor: first.nextCursor, query: other)
                #expect(try await house.fault(of: stale)?.field == "cursor", "\(other ?? "none")")
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func nobodySeesOrNamesWhatIsAnothers(kind: StoreKind) async throws {
        try await Self.withHouse(kind) { house in
            #expect(try await Self.found("", house, as: "boris") == ["5+"])
            for query in ["cat:food", "кофе", "-\"boris\"", "date:2026-10", "-with:main", "is:own", "cur:JPY"] {
                #expect(try await Self.found(query, house, as: "boris").isEmpty, "\(query)")
            }
            for query in ["acct:main", "-acct:main", "acct:nobody"] {
                let fault = try await house.fault(of: HistorySignal.Transactions(query: query), as: "boris")
                #expect(fault?.code == .notFound && fault?.field == "query" && fault?.reason == "noSuchQueryAccount")
                let saving = HistorySignal.SaveFilter(name: "theirs", query: query)
                #expect(try await house.fault(of: saving, as: "boris")?.reason == "noSuchQueryAccount")
            }
            #expect(try await house.send(HistorySignal.Filters(), as: "boris").filters.isEmpty)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func aQueryThatCannotBeReadIsRefusedEverywhere(kind: StoreKind) async throws {
        try await Self.withHouse(kind) { house in
            let refusals = [
                try await house.fault(of: HistorySignal.Transactions(query: "foo:bar")),
                try await house.fault(of: HistorySignal.Summary(by: .month, query: "foo:bar")),
                try await house.fault(of: HistorySignal.SaveFilter(name: "a", query: "foo:bar")),
            ]
            for fault in refusals {
                #expect(fault?.code == .invalidArgument && fault?.field == "query")
                #expect(
                    fault?.message == """
                        query has an unknown term, foo:bar (character 1); there are cat: amt: date: acct: with: type: \
                        cur: is: not:, and other words with a colon or a # need quotes.
                        """)
            }
        }
    }
}
