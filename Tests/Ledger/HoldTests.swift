import Coordination
import Domain
import Reasons
import Signals
import Storage
import StrictJSON
import TestSupport
import Testing

@testable import LedgerService

@Suite struct HoldTests {
    /// Who may not end a hold at all is not told what is wrong with the amount.
    @Test(arguments: StoreKind.allCases) func aServiceIsRefusedBeforeTheAmountIsLookedAt(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let (ann, bob) = (try await bank.openAccount(of: "ann", with: 100), try await bank.openAccount(of: "bob"))
            let hold = try await bank.hold(ann, bob, 10).transfer
            let nothing = LedgerSignal.PostHold(
                hold: hold.id, amount: Money(minorUnits: 0, currency: hold.amount.currency))
            let fault = try await bank.fault(nothing, asService: "subscriptions", key: "k")
            #expect(fault.code == .permissionDenied, "\(fault)")
        }
    }

    @Test(arguments: StoreKind.allCases)
    func heldMoneyIsThereAndCannotBeSpent(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let (ann, bob) = (try await bank.openAccount(of: "ann", with: 1000), try await bank.openAccount(of: "bob"))
            let held = try await bank.hold(ann, bob, 600)
            #expect(held.transfer.status == .pending)
            #expect(held.transfer.sequence == held.transfer.createdAt.microseconds)
            #expect(held.balances.map(\.account) == [ann])
            #expect(held.balances[0].balance == rubles(1000))
            #expect(held.balances[0].available == rubles(400))
            let account = try #require(try await bank.send(LedgerSignal.Accounts(), as: "ann").accounts.first)
            #expect(account.held == rubles(600))
            #expect(account.available == rubles(400))
            #expect(try await bank.balance(bob, of: "bob") == 0)
            let fault = try await bank.fault(transfer(ann, bob, 401), as: "ann")
            #expect(fault.code == .insufficientFunds)
            #expect(fault.details["available"] == .text("4.00"))
            _ = try await bank.send(transfer(ann, bob, 400), as: "ann")
            #expect(
                try await bank.fault(LedgerSignal.Hold(from: ann, to: bob, amount: rubles(1)), as: "ann").code
                    == .insufficientFunds)
            #expect(try await bank.check().problems == [])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func aPostMovesAPartAndSetsTheRestFree(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let (ann, bob) = (try await bank.openAccount(of: "ann", with: 1000), try await bank.openAccount(of: "bob"))
            let held = try await bank.hold(ann, bob, 600).transfer
            bank.clock.advance(by: .seconds(5))
            let answer = try await bank.send(
                LedgerSignal.PostHold(hold: held.id, amount: rubles(250)), as: "ann")
            #expect(answer.transfer.id == held.id)
            #expect(answer.transfer.status == .posted)
            #expect(answer.transfer.amount == rubles(250))
            #expect(answer.transfer.heldAmount == rubles(600))
            #expect(answer.transfer.createdAt == held.createdAt)
            #expect(answer.transfer.settledAt == bank.clock.time)
            #expect(answer.transfer.sequence == answer.transfer.settledAt?.microseconds)
            #expect(answer.balances[0].available == rubles(750))
            #expect(try await bank.balance(bob, of: "bob") == 250)
            for user in ["ann", "bob"] {
                #expect(try await bank.shown(held.id, of: user) == answer.transfer)
            }
            let check = try await bank.check()
            #expect(check.problems == [])
            #expect(check.imbalance == [rubles(0)])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func aHoldEndsOnce(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let (ann, bob) = (try await bank.openAccount(of: "ann", with: 1000), try await bank.openAccount(of: "bob"))
            let posted = try await bank.hold(ann, bob, 100).transfer.id
            let voided = try await bank.hold(ann, bob, 100).transfer.id
            let expired = try await bank.hold(ann, bob, 100, for: .seconds(1)).transfer.id
            _ = try await bank.send(LedgerSignal.PostHold(hold: posted), as: "ann")
            let answer = try await bank.send(LedgerSignal.VoidHold(hold: voided), as: "ann")
            #expect(answer.transfer.status == .voided)
            #expect(answer.transfer.amount == rubles(100))
            bank.clock.advance(by: .seconds(1))
            // Over at its time, also while nobody has noted it.
            let fault = try await bank.fault(LedgerSignal.PostHold(hold: expired), as: "ann")
            #expect(fault.code == .holdNotPending)
            #expect(fault.details["status"] == .text("expired"))
            #expect(try await HoldExpiry(store: bank.store).doDue() == false)
            #expect(try await bank.shown(expired, of: "ann").status == .expired)
            for (hold, status) in [(posted, "posted"), (voided, "voided"), (expired, "expired")] {
                for code in [
                    try await bank.fault(LedgerSignal.PostHold(hold: hold), as: "ann"),
                    try await bank.fault(LedgerSignal.VoidHold(hold: hold), as: "ann"),
                ] {
                    #expect(code.code == .holdNotPending)
                    #expect(code.details["status"] == .text(status))
                }
            }
            let account = try #require(bank.store.account(ann))
            #expect(account.state.balance == 900)
            #expect(account.state.held == 0)
            #expect(try await bank.check().problems == [])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func faultsComeInTheirOrder(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let (ann, bob) = (try await bank.openAccount(of: "ann", with: 1000), try await bank.openAccount(of: "bob"))
            let cleo = try await bank.openAccount(of: "cleo", with: 5)
            let plain = try await bank.send(transfer(ann, bob, 1), as: "ann").transfer.id
            let hold = try await bank.hold(ann, bob, 100).transfer.id
            func post(_ id: String, _ money: Money?, as user: String = "ann") async throws -> FaultCode {
                try await bank.fault(LedgerSignal.PostHold(hold: id, amount: money), as: user).code
            }
            let dollar = Money(minorUnits: 1, currency: .usd)
            #expect(try await post("t99", rubles(0)) == .invalidArgument)
            #expect(try await post("t99", dollar) == .notFound)
            for id in [plain, "t01", "2", "", "t-2", "t", "x2", "t99999999999999999999"] {
                #expect(try await post(id, nil) == .notFound)
            }
            #expect(try await post(hold, nil, as: "cleo") == .notFound)
            #expect(try await bank.fault(LedgerSignal.VoidHold(hold: hold), as: "cleo").code == .notFound)
            #expect(try await post(hold, dollar, as: "bob") == .permissionDenied)
            #expect(try await post(hold, dollar) == .currencyMismatch)
            _ = try await bank.send(LedgerSignal.Freeze(account: bob), as: "bob")
            #expect(try await post(hold, rubles(101)) == .exceedsHold)
            #expect(try await post(hold, rubles(100)) == .accountFrozen)
            _ = try await bank.send(LedgerSignal.Unfreeze(account: bob), as: "bob")
            _ = try await bank.send(LedgerSignal.Close(account: bob, to: cleo), as: "bob")
            #expect(try await post(hold, nil) == .accountClosed)
            _ = try await bank.send(LedgerSignal.VoidHold(hold: hold), as: "ann")
            #expect(try await post(hold, rubles(101)) == .holdNotPending)
            let past = LedgerSignal.Hold(from: ann, to: cleo, amount: rubles(1), expiresAt: bank.clock.time)
            let fault = try await bank.fault(past, as: "ann")
            #expect(fault.code == .invalidArgument)
            #expect(fault.field == "expiresAt")
            #expect(try await bank.check().problems == [])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func whoWouldGetTheMoneyMayLetItGo(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let (ann, bob) = (try await bank.openAccount(of: "ann", with: 100), try await bank.openAccount(of: "bob"))
            let hold = try await bank.hold(ann, bob, 100).transfer.id
            _ = try await bank.send(LedgerSignal.Freeze(account: ann), as: "ann")
            let answer = try await bank.send(LedgerSignal.VoidHold(hold: hold), as: "bob")
            #expect(answer.transfer.status == .voided)
            // Nothing of hers is told him, nor of his, which was not touched.
            #expect(answer.balances == [])
            #expect(bank.store.account(ann)?.state.available == 100)
            #expect(try await bank.check().problems == [])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func whatWasAvailableIsKnownForEveryMoment(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let (ann, bob) = (try await bank.openAccount(of: "ann", with: 1000), try await bank.openAccount(of: "bob"))
            var expected: [(Instant, Int64, Int64)] = []
            func note(_ balance: Int64, _ available: Int64) {
                // What is booked within one microsecond is booked a little later.
                bank.clock.advance(by: .seconds(1))
                expected.append((bank.clock.time, balance, available))
                bank.clock.advance(by: .seconds(59))
            }
            note(1000, 1000)
            let hold = try await bank.hold(ann, bob, 300).transfer.id
            note(1000, 700)
            _ = try await bank.send(LedgerSignal.Deposit(account: ann, amount: rubles(50)), as: "ann")
            note(1050, 750)
            _ = try await bank.send(LedgerSignal.PostHold(hold: hold, amount: rubles(100)), as: "ann")
            note(950, 950)
            let short = try await bank.hold(ann, bob, 900, for: .seconds(90))
            #expect(short.transfer.expiresAt == bank.clock.time + .seconds(90))
            note(950, 50)
            bank.clock.advance(by: .seconds(60))
            _ = try await HoldExpiry(store: bank.store).doDue()
            note(950, 950)
            for (moment, balance, available) in expected {
                let found = try await bank.send(LedgerSignal.Balance(account: ann, at: moment), as: "ann")
                #expect(found.balance == rubles(balance))
                #expect(found.available == rubles(available))
            }
        }
    }

    /// What runs out while nobody sees to it is free from that moment on, whenever the record of it is written.
    @Test(arguments: StoreKind.allCases)
    func theBalanceOfAMomentCountsAHoldUntilItsTimeIsOver(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let (ann, bob) = (try await bank.openAccount(of: "ann", with: 1000), try await bank.openAccount(of: "bob"))
            let start = bank.clock.time
            bank.clock.advance(by: .seconds(1))
            _ = try await bank.hold(ann, bob, 100, for: .seconds(9))
            _ = try await bank.hold(ann, bob, 20, for: .seconds(19))
            _ = try await bank.hold(ann, bob, 3)
            // Another's, which runs out first.
            _ = try await bank.send(LedgerSignal.Deposit(account: bob, amount: rubles(50)), as: "bob")
            _ = try await bank.hold(bob, ann, 50, for: .seconds(5), as: "bob")
            bank.clock.advance(by: .seconds(59))
            // Made and given back after the moments asked about, before those that ran out are booked.
            let late = try await bank.hold(ann, bob, 400).transfer.id
            _ = try await bank.send(LedgerSignal.VoidHold(hold: late), as: "ann")
            func expectFree() async throws {
                for (second, available) in [(1, 877), (9, 877), (10, 977), (19, 977), (20, 997), (59, 997)] {
                    let signal = LedgerSignal.Balance(
                        account: ann, at: start + .seconds(Int64(second)) + .milliseconds(1))
                    let found = try await bank.send(signal, as: "ann")
                    #expect(found.balance == rubles(1000))
                    #expect(found.available == rubles(Int64(available)), "second \(second)")
                }
                let instant = LedgerSignal.Balance(account: ann, at: start + .seconds(10) + .microseconds(-1))
                #expect(try await bank.send(instant, as: "ann").available == rubles(877))
            }
            try await expectFree()
            bank.clock.advance(by: .seconds(1))
            #expect(try await HoldExpiry(store: bank.store).doDue() == false)
            try await expectFree()
            // One that runs out after the others were booked, on its time.
            _ = try await bank.hold(ann, bob, 7, for: .seconds(4))
            bank.clock.advance(by: .seconds(5))
            #expect(try await HoldExpiry(store: bank.store).doDue() == false)
            try await expectFree()
            #expect(try await bank.check().problems == [])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func aKeyBringsWhatWasAnsweredThen(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let (ann, bob) = (try await bank.openAccount(of: "ann", with: 1000), try await bank.openAccount(of: "bob"))
            let signal = LedgerSignal.Hold(
                from: ann, to: bob, amount: rubles(300), description: "Room", expiresAt: bank.clock.time + .seconds(9))
            let first = try await bank.send(signal, as: "ann", key: "hold")
            let post = LedgerSignal.PostHold(hold: first.transfer.id, amount: rubles(200))
            let posted = try await bank.send(post, as: "ann", key: "post")
            bank.clock.advance(by: .seconds(100))
            // Pending then, though it is posted now and its time is over.
            #expect(
                try JSONEncoding.encode(first)
                    == JSONEncoding.encode(try await bank.send(signal, as: "ann", key: "hold")))
            #expect(
                try JSONEncoding.encode(posted)
                    == JSONEncoding.encode(try await bank.send(post, as: "ann", key: "post")))
            let fault = try await bank.fault(post, as: "ann", key: "again")
            #expect(fault.code == .holdNotPending)
            #expect(try await bank.fault(post, as: "ann", key: "again") == fault)
            #expect(try await bank.check().transfers == 2)
            #expect(try await bank.check().records == 3)
        }
    }

    @Test func eventsTellBothSidesTheirOwn() async throws {
        try await Bank.with(.sqlite) { bank in
            let (ann, bob) = (try await bank.openAccount(of: "ann", with: 1000), try await bank.openAccount(of: "bob"))
            let first = try await bank.hold(ann, bob, 300).transfer.id
            let second = try await bank.hold(ann, bob, 200).transfer.id
            _ = try await bank.send(LedgerSignal.PostHold(hold: first), as: "ann")
            _ = try await bank.send(LedgerSignal.VoidHold(hold: second), as: "ann")
            let store = try #require(bank.store as? SQLiteLedgerStore).store
            let events = try await store.events(after: 3, limit: 100)
            #expect(
                events.map(\.type) == [
                    "ledger.transferHeld", "ledger.transferHeld", "ledger.transferPosted", "ledger.holdReleased",
                ])
            #expect(events.map(\.subject) == [first, second, first, second])
            let held = try JSONDocument(events[0].data).root.decode(LedgerEvent.TransferHeld.self)
            #expect(held.entries[0].available == rubles(700))
            #expect(held.entries[1] == LedgerEvent.HoldEntry(account: bob, userId: "bob"))
            let posted = try JSONDocument(events[2].data).root.decode(LedgerEvent.TransferPosted.self)
            #expect(posted.transfer.settledAt != nil)
            #expect(posted.entries.map(\.accountSequence) == [4, 1])
            let visibility = LedgerEventVisibility()
            func seen(_ event: Event, by user: String) throws -> String {
                try visibility.view(of: event, for: user).map { String(decoding: $0.data, as: UTF8.self) } ?? ""
            }
            #expect(try seen(events[0], by: "ann").contains("available"))
            #expect(try seen(events[0], by: "bob").contains(first))
            #expect(try !seen(events[0], by: "bob").contains("available"))
            #expect(try seen(events[0], by: "cleo") == "")
        }
    }
}

extension Bank {
    func hold(
        _ from: String, _ to: String, _ units: Int64, for duration: Duration? = nil, as user: String = "ann"
    ) async throws -> LedgerSignal.TransferAnswer {
        try await send(
            LedgerSignal.Hold(
                from: from, to: to, amount: rubles(units), expiresAt: duration.map { clock.time + $0 }), as: user)
    }

    func shown(_ id: String, of user: String) async throws -> LedgerSignal.Transfer {
        try await send(LedgerSignal.ShowTransfer(transfer: id), as: user).transfer
    }
}
