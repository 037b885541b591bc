import Coordination
import Domain
import Signals
import Testing

@testable import HistoryService

@Suite struct CategoryTests {
    private static func withHouse(_ kind: StoreKind, _ body: (HistoryHouse) async throws -> Void) async throws {
        var script = LedgerScript()
        for (id, user) in [("main", "anna"), ("savings", "anna"), ("boris", "boris")] {
            try script.openAccount(id, of: user)
        }
        let time = Instant(milliseconds: 1_795_000_000_000)
        try script.move(5_000, from: "main", to: "world-RUB", at: time, "UBER *TRIP 1", category: "work")
        try script.move(700, from: "main", to: "world-RUB", at: time, "Uber Eats")
        try script.move(900, from: "main", to: "savings", at: time, "on the way to uber")
        try script.move(80, from: "boris", to: "main", at: time, "кофе")
        try await HistoryHouse.with(kind) { house in
            try await house.follow(script.events)
            try await body(house)
        }
    }

    private static func categories(_ house: HistoryHouse) async throws -> [String] {
        try await house.list().transactions.map { "\($0.id) \($0.type.rawValue) \($0.category ?? "-")" }
    }

    @Test(arguments: StoreKind.allCases)
    func theUsersWordCountsBeforeTheMakersAndThatBeforeRules(kind: StoreKind) async throws {
        try await Self.withHouse(kind) { house in
            let rule = try await house.send(HistorySignal.AddRule(contains: "über", category: "taxi"))
            #expect(rule.count == 3)
            #expect(
                try await Self.categories(house) == [
                    "t4 income -", "t3 income taxi", "t3 expense taxi", "t2 expense taxi", "t1 expense work",
                ])
            let changed = try await house.send(HistorySignal.SetCategory(id: "t1", category: "fun"))
            #expect(changed.transactions.map(\.category) == ["fun"])
            _ = try await house.send(HistorySignal.SetCategory(id: "t3", account: "savings", category: "saved"))
            #expect(
                try await Self.categories(house) == [
                    "t4 income -", "t3 income saved", "t3 expense taxi", "t2 expense taxi", "t1 expense fun",
                ])
            let own = try await house.list().transactions.filter { $0.ownCategory == true }
            #expect(own.map { "\($0.id) \($0.type.rawValue)" } == ["t3 income", "t1 expense"])
            let back = try await house.send(HistorySignal.SetCategory(id: "t1"))
            #expect(back.transactions.map(\.category) == ["work"])
            #expect(back.transactions.map(\.ownCategory) == [nil], "the maker says it again")
            _ = try await house.send(HistorySignal.RemoveRule(id: rule.rule.id))
            let list = try await house.send(HistorySignal.Categories())
            #expect(list.categories.map(\.category) == ["saved", "work"])
            #expect(list.categories.map(\.count) == [1, 1])
            #expect(list.uncategorized == 3)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func theFirstRuleThatFitsCountsForOldAndNewRows(kind: StoreKind) async throws {
        try await Self.withHouse(kind) { house in
            let first = try await house.send(HistorySignal.AddRule(contains: "uber", category: "taxi"))
            let second = try await house.send(
                HistorySignal.AddRule(contains: "uber eats", category: "food", minAmount: "5", maxAmount: "7"))
            #expect(second.count == 0)
            let moved = try await house.send(HistorySignal.MoveRule(id: second.rule.id, position: 1))
            #expect(moved.rules.map(\.id) == [second.rule.id, first.rule.id])
            let listed = try await house.send(HistorySignal.Rules())
            #expect(listed == moved)
            #expect(try await Self.categories(house).contains("t2 expense food"))
            _ = try await house.send(
                HistorySignal.AddRule(
                    contains: "UBER", category: "mine", type: .income, account: "savings", position: 1))
            let found = try await house.list(HistorySignal.Transactions(category: "mine"))
            #expect(found.transactions.map(\.account) == ["savings"])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func whatCannotBeIsRefusedByItsField(kind: StoreKind) async throws {
        try await Self.withHouse(kind) { house in
            func refuses<S: Signal>(_ signal: S, _ code: FaultCode, _ field: String) async throws {
                let fault = try await house.fault(of: signal)
                #expect(fault?.code == code, "\(signal)")
                #expect(fault?.field == field, "\(signal)")
            }
            let long = String(repeating: "я", count: 101)
            for contains in ["", "***", long] {
                try await refuses(
                    HistorySignal.AddRule(contains: contains, category: "c"), .invalidArgument, "contains")
            }
            for category in ["", long] {
                try await refuses(
                    HistorySignal.AddRule(contains: "a", category: category), .invalidArgument, "category")
                try await refuses(
                    HistorySignal.SetCategory(id: "t1", category: category), .invalidArgument, "category")
            }
            try await refuses(
                HistorySignal.AddRule(contains: "a", category: "c", minAmount: "x"), .invalidArgument, "minAmount")
            try await refuses(
                HistorySignal.AddRule(contains: "a", category: "c", minAmount: "2", maxAmount: "1"), .invalidArgument,
                "maxAmount")
            try await refuses(
                HistorySignal.AddRule(contains: "a", category: "c", position: 0), .invalidArgument, "position")
            try await refuses(
                HistorySignal.AddRule(contains: "a", category: "c", account: "boris"), .notFound, "account")
            try await refuses(HistorySignal.SetCategory(id: "t9", category: "c"), .notFound, "id")
            try await refuses(HistorySignal.SetCategory(id: "t4", account: "boris", category: "c"), .notFound, "id")
            try await refuses(HistorySignal.MoveRule(id: "none", position: 1), .notFound, "id")
            try await refuses(HistorySignal.RemoveRule(id: "none"), .notFound, "id")
        }
    }

    @Test(arguments: StoreKind.allCases)
    func rulesAndAssignmentsAreTheirUsersAlone(kind: StoreKind) async throws {
        try await Self.withHouse(kind) { house in
            let rule = try await house.send(HistorySignal.AddRule(contains: "кофе", category: "food"))
            _ = try await house.send(HistorySignal.SetCategory(id: "t4", category: "gift"))
            let boris = try await house.list(as: "boris")
            #expect(boris.transactions.map(\.category) == [nil])
            #expect(try await house.send(HistorySignal.Rules(), as: "boris").rules.isEmpty)
            #expect(
                try await house.fault(of: HistorySignal.RemoveRule(id: rule.rule.id), as: "boris")?.code == .notFound)
            #expect(
                try await house.fault(of: HistorySignal.SetCategory(id: "t2", category: "x"), as: "boris")?.code
                    == .notFound)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func aRepeatedKeyChangesNothing(kind: StoreKind) async throws {
        try await Self.withHouse(kind) { house in
            let signal = HistorySignal.AddRule(contains: "кофе", category: "food")
            let first = try await house.send(signal, key: "k1")
            let second = try await house.send(signal, key: "k1")
            #expect(first == second)
            #expect(try await house.send(HistorySignal.Rules()).rules.count == 1)
            let other = HistorySignal.AddRule(contains: "чай", category: "food")
            #expect(try await house.fault(of: other, key: "k1")?.code == .conflict)
        }
    }

    /// Goal: a transaction sees its own changes, and no later query sees changes that were rolled back.
    @Test(arguments: StoreKind.allCases)
    func whatIsUndoneIsInNoBook(kind: StoreKind) async throws {
        struct Undone: Error {
            let seen: [String?]
        }
        try await Self.withHouse(kind) { house in
            _ = try await house.send(HistorySignal.AddRule(contains: "uber", category: "taxi"))
            let before = try await Self.categories(house)
            let undone = await #expect(throws: Undone.self) {
                try await house.store.write(deadline: nil, weight: 1) { transaction in
                    _ = try transaction.setCategory("fun", ofTransfer: "t2", accountID: nil, userID: "anna")
                    try transaction.setRules([], of: "anna")
                    let seen = try ["t2", "t3"].map {
                        try transaction.reading.movements(ofTransfer: $0, userID: "anna")
                    }
                    throw Undone(seen: seen.joined().map(\.category))
                }
            }
            #expect(undone?.seen == ["fun", nil, nil])
            #expect(try await Self.categories(house) == before)
            // The next change reuses the number of the one that was rolled back.
            _ = try await house.send(HistorySignal.SetCategory(id: "t1", category: "job"))
            let after = before.map { $0 == "t1 expense work" ? "t1 expense job" : $0 }
            #expect(try await Self.categories(house) == after)
        }
    }

    /// Goal: the count of a new rule includes all rows, whenever it was prepared.
    @Test(arguments: ["", "uber", "other"])
    func aRuleCountsTheRowsThatCameSinceItWasPrepared(words: String) async throws {
        @Sendable func rule(_ words: String) -> CategoryRule {
            CategoryRule(
                id: words, contains: words, category: "taxi", side: nil, minAmount: nil, maxAmount: nil, account: nil)
        }
        var script = LedgerScript()
        try script.openAccount("main", of: "anna")
        let time = Instant(milliseconds: 1_795_000_000_000)
        for number in 1...3 { try script.move(1, from: "main", to: "world-RUB", at: time, "uber \(number)") }
        try await HistoryHouse.with(.sqlite) { house in
            try await house.follow(script.events)
            for words in [words, "refused"] where !words.isEmpty {
                try await house.store.prepare(for: "anna", rule: rule(words))
            }
            let known = script.events.count
            try script.move(1, from: "main", to: "world-RUB", at: time, "uber at last")
            try await house.follow(script.events(after: known))
            let counts = try await house.store.write(deadline: nil, weight: 1) { transaction in
                try [[rule("uber")], [rule("at last"), rule("uber 2")], [rule("uber"), rule("uber")]].map { rules in
                    try transaction.setRules(rules, of: "anna")
                    var filter = MovementFilter()
                    filter.category = "taxi"
                    return try transaction.reading.summary(of: filter, userID: "anna", by: .category, in: .utc)
                        .map(\.count)
                }
            }
            #expect(counts == [[4], [2], [4]])
            #expect(try await house.list(HistorySignal.Transactions(category: "taxi")).transactions.count == 4)
        }
    }

    @Test func thereAreAtMostTwoHundredRules() async throws {
        try await Self.withHouse(.sqlite) { house in
            let rules = (1..<200).map { index in
                CategoryRule(
                    id: "\(index)", contains: "rule \(index)", category: "c", side: nil, minAmount: nil,
                    maxAmount: nil, account: nil)
            }
            try await house.store.write(deadline: nil, weight: 1) { try $0.setRules(rules, of: "anna") }
            _ = try await house.send(HistorySignal.AddRule(contains: "uber", category: "c"))
            #expect(try await house.list(HistorySignal.Transactions(category: "c")).transactions.count == 3)
            #expect(
                try await house.fault(of: HistorySignal.AddRule(contains: "a", category: "c"))?.field == "contains")
            #expect(try await house.list().transactions.count == 5)
        }
    }
}
