import Coordination
import Domain
import Signals
import StrictJSON
import Testing

@testable import LedgerService

@Suite struct LedgerEventVisibilityTests {
    private let visibility = LedgerEventVisibility()

    private func posted() throws -> Event {
        let side = { (owner: String?, units: Int64) in
            LedgerEvent.Entry(
                account: "of-\(owner ?? "world")", userId: owner, accountSequence: 1, amount: rubles(units),
                balanceAfter: rubles(7))
        }
        let transfer = LedgerSignal.Transfer(
            id: "t1", from: "of-ann", to: "of-bob", amount: rubles(5), description: "Ключ \"x\"", status: .posted,
            createdAt: Instant(microseconds: 1), sequence: 1)
        let data = LedgerEvent.TransferPosted(transfer: transfer, entries: [side("ann", -5), side("bob", 5)])
        return Event(
            sequence: 9, type: "ledger.transferPosted", subject: "t1", time: Instant(microseconds: 1),
            data: try JSONEncoding.encode(data))
    }

    @Test func aUserSeesTheirOwnSideOnly() throws {
        let event = try posted()
        for id in ["ann", "bob"] {
            let seen = try #require(try visibility.view(of: event, for: id))
            let data = try JSONDocument(seen.data).root.decode(LedgerEvent.TransferPosted.self)
            #expect(data.entries.map(\.userId) == [id])
            #expect(data.transfer.description == "Ключ \"x\"")
            #expect(seen.sequence == 9)
        }
        #expect(try visibility.view(of: event, for: "cleo") == nil)
    }

    @Test func aNewAccountIsSeenByItsOwner() throws {
        let account = LedgerSignal.Account(
            id: "a", userId: "ann", name: "", currency: .rub, balance: rubles(0), available: rubles(0), status: .active,
            openedAt: Instant(microseconds: 1))
        let event = Event(
            sequence: 1, type: "ledger.accountOpened", subject: "a", time: Instant(microseconds: 1),
            data: try JSONEncoding.encode(LedgerEvent.AccountOpened(account: account)))
        #expect(try visibility.view(of: event, for: "ann") == event)
        #expect(try visibility.view(of: event, for: "bob") == nil)
    }
}
