import Coordination
import Domain
import Signals
import Storage
import TestSupport
import Testing

@testable import HistoryService

/// Goal: real income and expenses, without transfers between own accounts and reversed transfers.
@Suite struct OwnTransferTests {
    private static let noon = Instant(milliseconds: 1_795_251_600_000)  // 2026-11-21T09:00:00Z

    /// t1 is pay, t2 food, t3 between own accounts, t4 to Boris, t5 and t6 an exchange, t7 a mistake and t8 its
    /// reversal.
    private static func script() throws -> LedgerScript {
        var script = LedgerScript()
        for account in ["main", "savings"] { try script.openAccount(account, of: "anna") }
        try script.openAccount("yen", of: "anna", .yen)
        try script.openAccount("boris", of: "boris")
        try script.move(100_000, from: "world-RUB", to: "main", at: noon, "pay", category: "job")
        try script.move(3_000, from: "main", to: "world-RUB", at: noon, "food", category: "food")
        try script.move(20_000, from: "main", to: "savings", at: noon, "put aside")
        try script.move(500, from: "main", to: "boris", at: noon, "lunch", category: "food")
        try script.move(6_000, from: "main", to: "world-RUB", at: noon, "exchange", more: ["exchange": "t6"])
        try script.move(100, from: "world-JPY", to: "yen", at: noon, "exchange", more: ["exchange": "t5"])
        try script.move(777, from: "main", to: "boris", at: noon, "mistake")
        try script.move(777, from: "boris", to: "main", at: noon, "back", more: ["reverses": "t7"])
        return script
    }

    private static func withHouse(_ kind: StoreKind, _ body: (HistoryHouse) async throws -> Void) async throws {
        let events = try script().events
        try await HistoryHouse.with(kind) { house in
            // One by one, so that each account is new when its first transfer is read.
            try await house.follow(events, pageSize: 1)
            try await body(house)
        }
    }

    private static func ids(_ page: HistorySignal.TransactionPage) -> [String] {
        page.transactions.map(\.id).reversed()
    }

    @Test(arguments: StoreKind.allCases) func whatIsOnesOwnIsLeftOutOrAllThereIs(kind: StoreKind) async throws {
        try await Self.withHouse(kind) { house in
            let without = try await house.list(HistorySignal.Transactions(own: false))
            #expect(Self.ids(without) == ["t1", "t2", "t4", "t7", "t8"])
            #expect(without.totals.map(\.income.minorUnits) == [100_777])
            #expect(without.totals.map(\.expense.minorUnits) == [4_277])
            let own = try await house.list(HistorySignal.Transactions(own: true))
            #expect(Self.ids(own) == ["t3", "t3", "t5", "t6"])
            let all = try await house.list()
            #expect(all.transactions.count == 9)
            // For Boris they are income and expenses.
            let his = try await house.list(HistorySignal.Transactions(own: false), as: "boris")
            #expect(Self.ids(his) == ["t4", "t7", "t8"])
        }
    }

    @Test(arguments: StoreKind.allCases) func bothHalvesOfAReversalAreLeftOut(kind: StoreKind) async throws {
        try await Self.withHouse(kind) { house in
            let stands = try await house.list(HistorySignal.Transactions(own: false, undone: false))
            #expect(Self.ids(stands) == ["t1", "t2", "t4"])
            #expect(stands.totals.map(\.income.minorUnits) == [100_000])
            #expect(stands.totals.map(\.expense.minorUnits) == [3_500])
            let undone = try await house.list(HistorySignal.Transactions(undone: true))
            #expect(Self.ids(undone) == ["t7", "t8"])
            let his = try await house.list(HistorySignal.Transactions(undone: false), as: "boris")
            #expect(Self.ids(his) == ["t4"])
        }
    }

    @Test(arguments: StoreKind.allCases, HistorySignal.SummaryGroup.allCases)
    func sumsLeaveThemOutToo(kind: StoreKind, group: HistorySignal.SummaryGroup) async throws {
        try await Self.withHouse(kind) { house in
            let rows = try await house.send(HistorySignal.Summary(by: group, own: false, undone: false)).rows
            #expect(rows.allSatisfy { $0.currency == .rubles })
            #expect(rows.reduce(0) { $0 + $1.income.minorUnits } == 100_000)
            #expect(rows.reduce(0) { $0 + $1.expense.minorUnits } == 3_500)
            #expect(rows.reduce(0) { $0 + $1.count } == 3)
            let keys: [String?] =
                switch group {
                case .day: ["2026-11-21"]
                case .month: ["2026-11"]
                case .category: ["food", "job"]
                case .account: ["main"]
                }
            #expect(rows.map(\.key) == keys)
        }
    }

    @Test(arguments: StoreKind.allCases) func savedFiltersKnowThem(kind: StoreKind) async throws {
        try await Self.withHouse(kind) { house in
            let saved = try await house.send(HistorySignal.SaveFilter(name: "real", own: false, undone: false)).filter
            #expect(saved.own == false && saved.undone == false)
            #expect(try await house.send(HistorySignal.Filters()).filters == [saved])
            let found = try await house.list(HistorySignal.Transactions(type: .expense, filter: "real"))
            #expect(Self.ids(found) == ["t2", "t4"])
            // One filter matches only what the other excludes.
            #expect(try await house.list(HistorySignal.Transactions(filter: "real", own: true)).transactions.isEmpty)
        }
    }

    @Test(arguments: StoreKind.allCases) func aPageOfOneIsNoPageOfTheOther(kind: StoreKind) async throws {
        try await Self.withHouse(kind) { house in
            let page = try await house.list(HistorySignal.Transactions(limit: 1, own: false))
            for other in [
                HistorySignal.Transactions(limit: 1, cursor: page.nextCursor, own: true),
                HistorySignal.Transactions(limit: 1, cursor: page.nextCursor),
                HistorySignal.Transactions(limit: 1, cursor: page.nextCursor, own: false, undone: false),
            ] {
                #expect(try await house.fault(of: other)?.field == "cursor")
            }
        }
    }

    /// A database of the previous schema, with rows and preferences, is rebuilt and knows exchanges.
    @Test func whatWasKeptBeforeIsReadAgain() async throws {
        let folder = TemporaryDirectory()
        let path = folder.file("history.db")
        let old = try await Store.open(at: path, migrations: HistoryMigrations.all.filter { $0.version < 5 })
        try await old.write { transaction in
            try transaction.connection.execute(
                """
                INSERT INTO users (number, id, has_own_categories) VALUES (1, 'anna', 1);
                INSERT INTO accounts (number, id, user_number, currency) VALUES (7, 'main', 1, 'RUB');
                INSERT INTO texts (number, user_number, text) VALUES (3, 1, 'exchange');
                INSERT INTO search (rowid, words) VALUES (3, '1zexchange');
                INSERT INTO categories (number, user_number, name) VALUES (5, 1, 'mine');
                INSERT INTO own_categories (user_number, transfer_id, side, category_number) VALUES (1, 't2', 0, 5);
                INSERT INTO transactions (key, user_number, change, account_number, amount_minor, time_us, other_number,
                    text_number, said_category, own_category, transfer_id) \
                    VALUES (10, 1, 1, 7, 6000, 1, 0, 3, 0, 0, 't5');
                INSERT INTO cursors (source, sequence) VALUES ('ledger', 9);
                """)
        }
        await old.close()
        let events = try Self.script().events
        try await HistoryHouse.withDatabase(in: folder) { _, house in
            #expect(try await house.follower.lastSequence() == 0)
            #expect(try await house.list().transactions.isEmpty)
            try await house.follow(events)
            #expect(Self.ids(try await house.list(HistorySignal.Transactions(own: true))) == ["t3", "t3", "t5", "t6"])
            #expect(Self.ids(try await house.list(HistorySignal.Transactions(category: "mine"))) == ["t2"])
            #expect(Self.ids(try await house.list(HistorySignal.Transactions(text: "exchange"))) == ["t5", "t6"])
        }
    }
}
