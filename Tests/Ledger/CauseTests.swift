import Coordination
import Domain
import Signals
import Storage
import StrictJSON
import Testing

@testable import LedgerService

/// Events say to each side whether a transfer was its own doing, and what made it.
@Suite struct CauseTests {
    /// `ann order` for each side of the newest transfer that has a user: what made it, where it was their doing.
    private func sides(_ bank: Bank) async throws -> [String] {
        let store = try #require(bank.store as? SQLiteLedgerStore).store
        let event = try #require(
            try await store.events(after: 0, limit: 1000).last { $0.type == "ledger.transferPosted" })
        return try JSONDocument(event.data).root.decode(LedgerEvent.TransferPosted.self).entries.compactMap { entry in
            entry.userId.map { "\($0) \(entry.cause?.rawValue ?? "-")" }
        }
    }

    @Test func eachSideLearnsWhetherItDidItItself() async throws {
        try await Bank.with(.sqlite) { bank in
            let ann = try await bank.openAccount(of: "ann", with: 10_000)
            #expect(try await sides(bank) == ["ann order"])
            let (savings, bob) = (try await bank.openAccount(of: "ann"), try await bank.openAccount(of: "bob"))
            let sent = try await bank.send(transfer(ann, bob, 100), as: "ann").transfer
            #expect(try await sides(bank) == ["ann order", "bob -"])
            _ = try await bank.send(transfer(ann, savings, 100), as: "ann")
            #expect(try await sides(bank) == ["ann order", "ann order"])
            _ = try await bank.send(LedgerSignal.Reverse(transfer: sent.id, reason: "wrong"), as: "bob")
            #expect(try await sides(bank) == ["bob order", "ann -"], "who gives back does it")
            let hold = try await bank.send(
                LedgerSignal.Hold(from: ann, to: bob, amount: rubles(50)), as: "ann"
            ).transfer
            _ = try await bank.send(LedgerSignal.PostHold(hold: hold.id), as: "ann")
            #expect(try await sides(bank) == ["ann order", "bob -"])
            _ = try await bank.send(
                LedgerSignal.GrantMandate(
                    service: "subscriptions", account: ann, amount: rubles(500), per: .month), as: "ann")
            _ = try await bank.send(
                LedgerSignal.Debit(account: ann, amount: rubles(5)), asService: "subscriptions", key: "k")
            #expect(try await sides(bank) == ["ann mandate"])
            _ = try await bank.send(
                LedgerSignal.MakeSchedule(
                    from: ann, to: bob, amount: rubles(7), start: bank.clock.time.dayInUTC.adding(days: 1)),
                as: "ann")
            bank.clock.advance(by: .seconds(2 * 86_400))
            while try await ScheduledTransfers(store: bank.store).doDue() {}
            #expect(try await sides(bank) == ["ann schedule", "bob -"])
            let row = LedgerSignal.ImportRow(amount: rubles(-9), date: "2021-03-01", reference: "id:1")
            _ = try await bank.send(LedgerSignal.ImportRows(account: ann, rows: [row]), as: "ann")
            #expect(try await sides(bank) == ["ann import"])
        }
    }
}
