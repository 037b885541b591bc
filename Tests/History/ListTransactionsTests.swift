import Coordination
import Domain
import Signals
import Testing

@testable import HistoryService

@Suite struct ListTransactionsTests {
    private static func at(_ text: String) throws -> Instant { try #require(Instant(text)) }

    /// Anna has two accounts, Boris one; five transfers over three days.
    private static func script() throws -> LedgerScript {
        var script = LedgerScript()
        try script.openAccount("main", of: "anna")
        try script.openAccount("savings", of: "anna")
        try script.openAccount("boris", of: "boris")
        try script.move(
            100_000, from: "world-RUB", to: "main", at: at("2026-11-01T09:00:00Z"), "Зарплата", category: "job")
        script.mumble()
        try script.move(25_050, from: "main", to: "savings", at: at("2026-11-02T12:00:00Z"), "Копилка")
        try script.move(1_000, from: "main", to: "boris", at: at("2026-11-02T23:59:59.999999Z"), "Кофе и Coffee")
        try script.move(500, from: "boris", to: "main", at: at("2026-11-03T00:00:00Z"), "сдача")
        try script.move(
            7_000, from: "main", to: "world-RUB", at: at("2026-11-03T10:00:00Z"), "Groceries", category: "food")
        return script
    }

    private static func withHouse(_ kind: StoreKind, _ body: (HistoryHouse) async throws -> Void) async throws {
        try await HistoryHouse.with(kind) { house in
            try await house.follow(try script().events, pageSize: 3)
            try await body(house)
        }
    }

    private func ids(_ page: HistorySignal.TransactionPage) -> [String] {
        page.transactions.map { "\($0.id) \($0.type.rawValue)" }
    }

    @Test(arguments: StoreKind.allCases)
    func everythingIsListedNewestFirstWithBothSidesOfOwnTransfers(kind: StoreKind) async throws {
        try await Self.withHouse(kind) { house in
            let page = try await house.list()
            #expect(
                ids(page) == ["t5 expense", "t4 income", "t3 expense", "t2 income", "t2 expense", "t1 income"])
            #expect(page.nextCursor == nil)
            let boris = try await house.list(as: "boris")
            #expect(ids(boris) == ["t4 expense", "t3 income"])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func aTransactionSaysWhatLedgerSaid(kind: StoreKind) async throws {
        try await Self.withHouse(kind) { house in
            let page = try await house.list(HistorySignal.Transactions(account: "main"))
            #expect(ids(page) == ["t5 expense", "t4 income", "t3 expense", "t2 expense", "t1 income"])
            let spent = try #require(page.transactions.first)
            #expect(spent.amount == Money(minorUnits: 7_000, currency: .rubles))
            #expect(spent.balanceAfter == Money(minorUnits: 67_450, currency: .rubles))
            #expect(spent.category == "food" && spent.description == "Groceries" && spent.account == "main")
            #expect(spent.fromAccount == "main" && spent.toAccount == nil)
            let earned = try #require(page.transactions.last)
            #expect(earned.fromAccount == nil && earned.toAccount == "main")
            #expect(page.transactions[1].fromAccount == "boris")
        }
    }

    @Test(arguments: StoreKind.allCases)
    func filtersChooseAndTotalsFollow(kind: StoreKind) async throws {
        try await Self.withHouse(kind) { house in
            func finds(_ filter: HistorySignal.Transactions, _ expected: [String]) async throws {
                let page = try await house.list(filter)
                #expect(ids(page) == expected)
                var sums = ["income": Int64(0), "expense": 0]
                for found in page.transactions { sums[found.type.rawValue, default: 0] += found.amount.minorUnits }
                #expect(page.totals.first?.income.minorUnits ?? 0 == sums["income"])
                #expect(page.totals.first?.expense.minorUnits ?? 0 == sums["expense"])
            }
            try await finds(HistorySignal.Transactions(type: .income), ["t4 income", "t2 income", "t1 income"])
            try await finds(HistorySignal.Transactions(account: "savings", type: .expense), [])
            try await finds(
                HistorySignal.Transactions(from: "2026-11-02", to: "2026-11-02"),
                ["t3 expense", "t2 income", "t2 expense"])
            try await finds(HistorySignal.Transactions(from: "2026-11-03T00:00:00Z"), ["t5 expense", "t4 income"])
            try await finds(
                HistorySignal.Transactions(from: "2026-11-03T03:00:00+03:00", to: "2026-11-03T00:00:00Z"), ["t4 income"]
            )
            try await finds(HistorySignal.Transactions(text: "КОФЕ"), ["t3 expense"])
            try await finds(HistorySignal.Transactions(text: "cOFFEE"), ["t3 expense"])
            try await finds(HistorySignal.Transactions(text: "СДАЧА"), ["t4 income"])
            try await finds(HistorySignal.Transactions(text: "коф"), ["t3 expense"])
            try await finds(HistorySignal.Transactions(text: "\"coffee и\""), [])
            try await finds(HistorySignal.Transactions(text: "офе"), [])
            try await finds(HistorySignal.Transactions(counterparty: "boris"), ["t4 income", "t3 expense"])
            try await finds(HistorySignal.Transactions(counterparty: "outside"), ["t5 expense", "t1 income"])
            try await finds(HistorySignal.Transactions(counterparty: "nobody"), [])
            try await finds(HistorySignal.Transactions(reversed: true), [])
            try await finds(HistorySignal.Transactions(text: ""), ids(try await house.list()))
            try await finds(HistorySignal.Transactions(category: "food"), ["t5 expense"])
            try await finds(
                HistorySignal.Transactions(minAmount: "10", maxAmount: "70.00"), ["t5 expense", "t3 expense"])
            try await finds(HistorySignal.Transactions(minAmount: "99999999999999999999999999"), [])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func whatCannotBeUnderstoodIsRefusedByItsField(kind: StoreKind) async throws {
        try await Self.withHouse(kind) { house in
            func refuses(_ filter: HistorySignal.Transactions, _ code: FaultCode, _ field: String) async throws {
                let fault = try await house.fault(of: filter)
                #expect(fault?.code == code)
                #expect(fault?.field == field)
            }
            try await refuses(HistorySignal.Transactions(from: "yesterday"), .invalidArgument, "from")
            try await refuses(HistorySignal.Transactions(to: "2026-02-30"), .invalidArgument, "to")
            try await refuses(
                HistorySignal.Transactions(from: "2026-11-03", to: "2026-11-02"), .invalidArgument, "to")
            try await refuses(
                HistorySignal.Transactions(text: String(repeating: "я", count: 201)), .invalidArgument, "text")
            for amount in ["-1", "", "1e3", "1.", ".5", "1,5", "1.0001", "١", String(repeating: "9", count: 33)] {
                try await refuses(HistorySignal.Transactions(minAmount: amount), .invalidArgument, "minAmount")
                try await refuses(HistorySignal.Transactions(maxAmount: amount), .invalidArgument, "maxAmount")
            }
            try await refuses(
                HistorySignal.Transactions(minAmount: "2", maxAmount: "1.99"), .invalidArgument, "maxAmount")
            try await refuses(HistorySignal.Transactions(category: ""), .invalidArgument, "category")
            try await refuses(HistorySignal.Transactions(limit: 0), .invalidArgument, "limit")
            try await refuses(HistorySignal.Transactions(limit: 1001), .invalidArgument, "limit")
            try await refuses(HistorySignal.Transactions(cursor: "next"), .invalidArgument, "cursor")
            try await refuses(HistorySignal.Transactions(counterparty: ""), .invalidArgument, "counterparty")
            try await refuses(HistorySignal.Transactions(filter: "none"), .notFound, "filter")
            try await refuses(HistorySignal.Transactions(account: "boris"), .notFound, "account")
            try await refuses(HistorySignal.Transactions(account: "nowhere", limit: 0), .invalidArgument, "limit")
            #expect(try await house.fault(of: HistorySignal.Transactions(), as: nil)?.code == .unauthenticated)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func pagesStandStillWhileNewRowsArrive(kind: StoreKind) async throws {
        var script = try Self.script()
        try await HistoryHouse.with(kind) { house in
            try await house.follow(script.events)
            let whole = try await house.list()
            var paged: [HistorySignal.Transaction] = []
            var cursor: String?
            repeat {
                let page = try await house.list(HistorySignal.Transactions(limit: 1, cursor: cursor))
                paged += page.transactions
                cursor = page.nextCursor
                let known = script.events.count
                try script.move(100, from: "world-RUB", to: "main", at: try Self.at("2026-11-04T00:00:00Z"))
                try await house.follow(script.events(after: known))
            } while cursor != nil
            #expect(paged == whole.transactions)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func aCursorBelongsToItsFilterAndItsUser(kind: StoreKind) async throws {
        try await Self.withHouse(kind) { house in
            let cursor = try #require(try await house.list(HistorySignal.Transactions(limit: 1)).nextCursor)
            let same = try await house.list(HistorySignal.Transactions(type: .all, limit: 1000, cursor: cursor))
            #expect(same.transactions.count == 5)
            let other = HistorySignal.Transactions(type: .income, cursor: cursor)
            #expect(try await house.fault(of: other)?.field == "cursor")
            let mine = HistorySignal.Transactions(cursor: cursor)
            #expect(try await house.fault(of: mine, as: "boris")?.field == "cursor")
        }
    }

    @Test(arguments: StoreKind.allCases)
    func someoneWithoutAccountsHasAnEmptyHistory(kind: StoreKind) async throws {
        try await Self.withHouse(kind) { house in
            let page = try await house.list(as: "nobody")
            #expect(page == HistorySignal.TransactionPage(transactions: [], totals: []))
        }
    }

    @Test(arguments: StoreKind.allCases)
    func totalsBeyondSixtyFourBitsStayAtTheLargest(kind: StoreKind) async throws {
        var script = LedgerScript()
        try script.openAccount("main", of: "anna")
        for day in ["2026-11-01", "2026-11-01", "2026-11-02"] {
            let time = try Self.at(day + "T01:00:00Z")
            try script.move(.max, from: "world-RUB", to: "main", at: time, "much")
            try script.move(.max, from: "main", to: "world-RUB", at: time, "much")
        }
        try await HistoryHouse.with(kind) { house in
            try await house.follow(script.events, pageSize: 2)
            let most = Money(minorUnits: .max, currency: .rubles)
            for text in [nil, "much"] {
                let page = try await house.list(HistorySignal.Transactions(text: text))
                #expect(page.totals == [HistorySignal.Total(currency: .rubles, income: most, expense: most)])
                #expect(page.transactions.count == 6)
            }
        }
    }
}
