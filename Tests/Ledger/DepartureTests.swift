import Coordination
import Domain
import Signals
import Storage
import StrictJSON
import TestSupport
import Testing

@testable import LedgerService

@Suite struct DepartureTests {
    private func depart(_ user: String, _ bank: Bank) async throws {
        try await bank.store.write(deadline: nil, weight: 1) { try DepartureRules.closeAccounts(of: user, in: $0) }
    }

    @Test(arguments: StoreKind.allCases)
    func everythingIsGivenUpTakenOutAndClosed(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let ann = [
                try await bank.openAccount(of: "ann", with: 1000), try await bank.openAccount(of: "ann", with: 50),
                try await bank.openAccount(of: "ann"), try await bank.openAccount(of: "ann", currency: .usd, with: 7),
            ]
            let bob = try await bank.openAccount(of: "bob", with: 500)
            _ = try await bank.send(LedgerSignal.Rename(account: ann[0], name: "Anns wedding"), as: "ann")
            _ = try await bank.send(transfer(ann[0], bob, 100, "rent"), as: "ann")
            let given = try await bank.send(
                LedgerSignal.Hold(from: ann[0], to: bob, amount: rubles(200)), as: "ann"
            ).transfer
            let gotten = try await bank.send(
                LedgerSignal.Hold(from: bob, to: ann[1], amount: rubles(300)), as: "bob"
            ).transfer
            let between = try await bank.send(
                LedgerSignal.Hold(from: ann[0], to: ann[1], amount: rubles(1)), as: "ann"
            ).transfer
            _ = try await bank.send(LedgerSignal.Freeze(account: ann[1]), as: "ann")
            _ = try await bank.send(LedgerSignal.SetOverdraft(account: ann[2], limit: rubles(40)), as: "ann")
            _ = try await bank.send(transfer(ann[2], bob, 30), as: "ann")

            try await depart("ann", bank)
            for id in ann {
                let account = try #require(bank.store.account(id))
                #expect(account.status == .closed && account.state.balance == 0 && account.state.held == 0)
                #expect(account.name == DepartureRules.name)
            }
            for hold in [given, gotten, between] {
                let shown = try await bank.send(
                    LedgerSignal.ShowTransfer(transfer: hold.id), as: hold.id == between.id ? "ann" : "bob")
                #expect(shown.transfer.status == .voided)
            }
            let his = try #require(try await bank.send(LedgerSignal.Accounts(), as: "bob").accounts.first)
            #expect(his.balance == rubles(630) && his.available == rubles(630), "another's money is as it was")
            let check = try await bank.check()
            #expect(check.problems == [])
            #expect(check.imbalance.allSatisfy { $0.minorUnits == 0 })
            #expect(try await bank.fault(transfer(bob, ann[0], 1), as: "bob").code == .accountClosed)

            let records = try await bank.store.check().records
            try await depart("ann", bank)
            try await depart("nobody", bank)
            #expect(try await bank.store.check().records == records, "done a second time it finds nothing to do")
        }
    }

    /// Nobody gives up what was over already, whoever's it was and whether or not it was booked.
    @Test(arguments: StoreKind.allCases)
    func whatHasRunOutHasExpired(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let (ann, bob) = (try await bank.openAccount(of: "ann"), try await bank.openAccount(of: "bob", with: 500))
            let over = try await bank.hold(bob, ann, 20, for: .seconds(1), as: "bob").transfer
            let open = try await bank.hold(bob, ann, 100, for: .seconds(60), as: "bob").transfer
            bank.clock.advance(by: .seconds(2))
            try await depart("ann", bank)
            #expect(try await bank.shown(over.id, of: "bob").status == .expired)
            #expect(try await bank.shown(open.id, of: "bob").status == .voided)
            #expect(try await bank.check().problems == [])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func whatWasSetUpEnds(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let ann = try await bank.openAccount(of: "ann", with: 1000)
            let bob = try await bank.openAccount(of: "bob", with: 1000)
            for (user, from, to) in [("ann", ann, bob), ("bob", bob, ann)] {
                let start = try #require(CalendarDay("2099-01-31"))
                _ = try await bank.send(
                    LedgerSignal.MakeSchedule(from: from, to: to, amount: rubles(10), start: start), as: user)
                _ = try await bank.send(
                    LedgerSignal.GrantMandate(
                        service: "subscriptions", account: from, amount: rubles(10), per: .month), as: user)
                _ = try await bank.send(LedgerSignal.SaveTemplate(name: "rent", from: from, to: to), as: user)
                _ = try await bank.send(LedgerSignal.SavePayee(name: "friend", account: to), as: user)
                bank.people.name(user, user, username: user)
                _ = try await bank.send(LedgerSignal.SetPayable(account: from, payable: true), as: user)
                _ = try await bank.send(
                    LedgerSignal.SetRate(from: .usd, to: .rub, rate: "80", source: "the paper"), as: user)
            }
            func counts(_ user: String) async throws -> [Int] {
                try await bank.store.read { orders in
                    [
                        try orders.schedules(of: user, active: true, limit: 9).count,
                        try orders.mandates(of: user, live: true, limit: 9).count,
                        try orders.templates(of: user).count, try orders.rates(of: user).count,
                        try orders.payees(of: user).count, try orders.payableAccounts(of: user).count,
                    ]
                }
            }
            #expect(try await counts("ann") == [1, 1, 1, 1, 1, 1])
            try await depart("ann", bank)
            #expect(try await counts("ann") == [0, 0, 0, 0, 0, 0])
            #expect(try await counts("bob") == [1, 1, 1, 1, 1, 1], "another's are as they were")
            #expect(try await bank.store.read { try $0.nextDueRun() } != nil)
        }
    }

    @Test func whatLeavesTheBooksSaysWhyAndEventsForgetTheNames() async throws {
        try await Bank.with(.sqlite) { bank in
            let store = try #require(bank.store as? SQLiteLedgerStore)
            let account = try await bank.openAccount(of: "ann", with: 1000)
            _ = try await bank.send(LedgerSignal.Rename(account: account, name: "Anns wedding"), as: "ann")
            try await depart("ann", bank)
            let events = try await store.store.events(after: 0, limit: 1000)
            let texts = events.map { String(decoding: $0.data, as: UTF8.self) }
            #expect(texts.allSatisfy { !$0.contains("Anns wedding") })
            #expect(texts.contains { $0.contains(#""description":"Account closed""#) })
            #expect(events.map(\.sequence) == Array(1...Int64(events.count)), "no event is missing")
        }
    }

    @Test func answersToALeaverAreForgotten() async throws {
        try await Bank.with(.sqlite) { bank in
            let store = try #require(bank.store as? SQLiteLedgerStore)
            for user in ["ann", "bob"] {
                let account = try await bank.openAccount(of: user)
                let rename = LedgerSignal.Rename(account: account, name: "The wedding")
                _ = try await bank.send(rename, as: user, key: "rename")
            }
            let data = try JSONEncoding.encode(AuthEvent.UserDeleted(userId: "ann"))
            let event = Event(sequence: 1, type: "auth.userDeleted", subject: "ann", time: bank.clock.time, data: data)
            try await store.store.write { try store.followPeople([event], in: $0) }
            let callers: [String] = try await store.store.read {
                try $0.connection.all("SELECT DISTINCT caller FROM replies")
            }
            #expect(callers == ["bob"])
        }
    }
}
