import Coordination
import Domain
import Signals
import Testing

@testable import HistoryService

@Suite struct ShowTransactionTests {
    @Test(arguments: StoreKind.allCases)
    func eachSeesTheirOwnSides(kind: StoreKind) async throws {
        var script = LedgerScript()
        for (id, user) in [("main", "anna"), ("savings", "anna"), ("boris", "boris")] {
            try script.openAccount(id, of: user)
        }
        let time = Instant(milliseconds: 1_795_000_000_000)
        let own = try script.move(100, from: "main", to: "savings", at: time)
        let given = try script.move(50, from: "main", to: "boris", at: time)
        try await HistoryHouse.with(kind) { house in
            try await house.follow(script.events)
            let both = try await house.send(HistorySignal.GetTransaction(id: own))
            #expect(both.transaction.type == .expense && both.transaction.account == "main")
            #expect(both.counterpart?.type == .income && both.counterpart?.account == "savings")
            let mine = try await house.send(HistorySignal.GetTransaction(id: given))
            #expect(mine.transaction.type == .expense && mine.counterpart == nil)
            let theirs = try await house.send(HistorySignal.GetTransaction(id: given), as: "boris")
            #expect(theirs.transaction.type == .income && theirs.transaction.fromAccount == "main")
            #expect(try await house.fault(of: HistorySignal.GetTransaction(id: own), as: "boris")?.code == .notFound)
            #expect(try await house.fault(of: HistorySignal.GetTransaction(id: "t99"))?.code == .notFound)
            #expect(try await house.fault(of: HistorySignal.GetTransaction(id: own), as: nil)?.code == .unauthenticated)
        }
    }
}
