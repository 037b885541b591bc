import Coordination
import Domain
import Signals
import Storage
import Testing

@testable import HistoryService

@Suite struct BackdatedTests {
    private static func at(_ day: Int) -> Instant { CalendarDay(daysSince1970: 20_000 + day).startInUTC }

    @Test(arguments: StoreKind.allCases)
    func rowsStandAtTheirDateAndBalancesFollow(kind: StoreKind) async throws {
        var script = LedgerScript()
        try script.openAccount("main", of: "anna")
        try script.move(1000, from: "world-RUB", to: "main", at: Self.at(10))
        try script.move(100, from: "main", to: "world-RUB", at: Self.at(12))
        try await HistoryHouse.with(kind) { house in
            try await house.follow(script.events)
            func rows() async throws -> [String] {
                try await house.list().transactions.map { "\($0.id) \($0.date.dayInUTC) \($0.balanceAfter.minorUnits)" }
            }
            #expect(try await rows() == ["t2 2024-10-16 900", "t1 2024-10-14 1000"])
            let known = script.events.count
            try script.move(
                30, from: "main", to: "world-RUB", at: Self.at(13), more: ["occurredAt": Self.at(11).description])
            try script.move(
                500, from: "world-RUB", to: "main", at: Self.at(14), more: ["occurredAt": Self.at(1).description])
            try script.move(
                1, from: "world-RUB", to: "main", at: Self.at(9), more: ["settledAt": Self.at(15).description])
            try await house.follow(script.events(after: known))
            #expect(
                try await rows() == [
                    "t5 2024-10-19 1371", "t2 2024-10-16 1370", "t3 2024-10-15 1470", "t1 2024-10-14 1500",
                    "t4 2024-10-05 500",
                ])
            let shown = try await house.send(HistorySignal.GetTransaction(id: "t2"))
            #expect(shown.transaction.balanceAfter.minorUnits == 1370)
            let early = try await house.list(HistorySignal.Transactions(to: "2024-10-05"))
            #expect(early.transactions.map(\.id) == ["t4"])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func aTransferAndWhatTakesItBackKnowEachOther(kind: StoreKind) async throws {
        var script = LedgerScript()
        try script.openAccount("main", of: "anna")
        try script.openAccount("boris", of: "boris")
        try script.move(1000, from: "world-RUB", to: "main", at: Self.at(1))
        try script.move(100, from: "main", to: "boris", at: Self.at(2))
        try await HistoryHouse.with(kind) { house in
            try await house.follow(script.events)
            #expect(try await house.list().transactions.count == 2)
            let known = script.events.count
            try script.move(100, from: "boris", to: "main", at: Self.at(3), more: ["reverses": "t2"])
            try await house.follow(script.events(after: known))
            for user in ["anna", "boris"] {
                let rows = try await house.list(as: user).transactions
                #expect(rows.first { $0.id == "t2" }?.reversedBy == "t3")
                #expect(rows.first { $0.id == "t3" }?.reverses == "t2")
                let reversed = try await house.list(HistorySignal.Transactions(reversed: true), as: user)
                #expect(reversed.transactions.map(\.id) == ["t2"])
                let others = try await house.list(HistorySignal.Transactions(reversed: false), as: user)
                #expect(others.transactions.count == rows.count - 1)
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func whoIsForgottenHasNothingAndGetsNothing(kind: StoreKind) async throws {
        var script = LedgerScript()
        try script.openAccount("main", of: "anna")
        try script.openAccount("boris", of: "boris")
        for _ in 0..<450 { try script.move(1, from: "main", to: "boris", at: Self.at(1), "тайна") }
        try await HistoryHouse.with(kind) { house in
            try await house.follow(script.events)
            _ = try await house.send(HistorySignal.AddRule(contains: "тайна", category: "secret"))
            _ = try await house.send(HistorySignal.SetCategory(id: "t7", category: "own"))
            #expect(try await house.list().transactions.count == 50)
            try await house.store.write(deadline: nil, weight: 1) { try $0.forget(userID: "anna") }
            func sees() async throws -> Int {
                let page = try await house.list()
                let categories = try await house.send(HistorySignal.Categories())
                let rules = try await house.send(HistorySignal.Rules())
                return page.transactions.count + page.totals.count + categories.categories.count + rules.rules.count
            }
            #expect(try await sees() == 0)
            try await Erasing(store: house.store).erase()
            let known = script.events.count
            try script.move(1, from: "main", to: "boris", at: Self.at(2), "тайна")
            try await house.follow(script.events(after: known))
            #expect(try await sees() == 0)
            #expect(try await house.store.read { try $0.movementCount() } == 451)
            let boris = try await house.list(HistorySignal.Transactions(text: "тайна", limit: 1000), as: "boris")
            #expect(boris.transactions.count == 451)
        }
    }

    @Test func aDeletedUserIsForgottenOnceByTheEventOfAuth() async throws {
        var script = LedgerScript()
        try script.openAccount("main", of: "anna")
        try script.move(1, from: "world-RUB", to: "main", at: Self.at(1))
        let deletion = Event(
            sequence: 1, type: "auth.userDeleted", subject: "anna", time: Self.at(2),
            data: Array(#"{"userId":"anna","more":1}"#.utf8))
        try await HistoryHouse.withDatabase { store, house in
            try await house.follow(script.events)
            let sqlite = SQLiteHistoryStore(store)
            let sessions = SessionRevocations(store: store, clock: .system) { _, _ in }
            try await sessions.handle([deletion], alongside: sqlite.followPeople)
            #expect(try await sessions.cursor() == 1)
            #expect(try await house.list().transactions.isEmpty)
            let broken = Event(
                sequence: 2, type: "auth.userDeleted", subject: "x", time: Self.at(2), data: Array("{}".utf8))
            await #expect(throws: Fault.self) {
                try await sessions.handle([broken], alongside: sqlite.followPeople)
            }
            #expect(try await sessions.cursor() == 1)
        }
    }

    @Test func nothingOfAForgottenUserIsLeftInTheDatabase() async throws {
        var script = LedgerScript()
        try script.openAccount("main", of: "anna")
        try script.openAccount("boris", of: "boris")
        for count in 0..<450 {
            try script.move(1, from: "main", to: "boris", at: Self.at(1), "тайна \(count)", category: "x")
        }
        try script.rename("main", to: "Заначка")
        try await HistoryHouse.withDatabase { store, house in
            try await house.follow(script.events)
            _ = try await house.send(HistorySignal.SetCategory(id: "t7", category: "own"), key: "k")
            _ = try await house.send(HistorySignal.SaveFilter(name: "mine", text: "тайна"))
            try await house.store.write(deadline: nil, weight: 1) { try $0.forget(userID: "anna") }
            try await Erasing(store: house.store).erase()
            let left: Int64? = try await store.read { transaction in
                try transaction.connection.first(
                    """
                    SELECT (SELECT count(*) FROM transactions WHERE user_number = 1)
                        + (SELECT count(*) FROM texts WHERE user_number = 1) + (SELECT count(*) FROM preferences)
                        + (SELECT count(*) FROM own_categories) + (SELECT count(*) FROM replies)
                        + (SELECT count(*) FROM categories WHERE user_number = 1)
                        + (SELECT count(*) FROM accounts WHERE name = 'Заначка')
                        + (SELECT count(*) FROM search WHERE search MATCH '"1z"*')
                    """)
            }
            #expect(left == 0)
        }
    }
}
