import Coordination
import Domain
import Signals
import Storage
import StrictJSON
import Testing

@testable import LedgerService

/// A request that comes again with its key is answered as it was, whatever has become of things since.
@Suite struct RepeatedRequestTests {
    @Test(arguments: StoreKind.allCases) func aMandateIsAnsweredAsItWasGranted(_ kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let account = try await bank.openAccount(of: "ann", with: 1000)
            let grant = LedgerSignal.GrantMandate(
                service: "subscriptions", account: account, amount: rubles(500), per: .month)
            let granted = try await bank.send(grant, as: "ann", key: "grant")
            let debit = LedgerSignal.Debit(account: account, amount: rubles(100))
            let debited = try await bank.send(debit, asService: "subscriptions", key: "debit")
            #expect(debited.mandate.spent == rubles(100))
            _ = try await bank.send(debit, asService: "subscriptions", key: "another")
            let revoke = LedgerSignal.RevokeMandate(id: granted.mandate.id)
            let revoked = try await bank.send(revoke, as: "ann", key: "revoke")
            bank.clock.advance(by: .seconds(86_400 * 40))
            #expect(try await bank.send(grant, as: "ann", key: "grant") == granted)
            #expect(try await bank.send(debit, asService: "subscriptions", key: "debit") == debited)
            #expect(try await bank.send(revoke, as: "ann", key: "revoke") == revoked)
            #expect(try await bank.send(LedgerSignal.Mandates(), as: "ann").mandates.map(\.status) == [.revoked])
            #expect(try await bank.balance(account, of: "ann") == 800)
        }
    }

    @Test(arguments: StoreKind.allCases) func aPayeeIsAnsweredAsItWasSaved(_ kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let account = try await bank.openAccount(of: "bob")
            let save = LedgerSignal.SavePayee(name: "Bob", account: account)
            let saved = try await bank.send(save, as: "ann", key: "save")
            let rename = LedgerSignal.RenamePayee(name: "Bob", newName: "Robert")
            let renamed = try await bank.send(rename, as: "ann", key: "rename")
            let remove = LedgerSignal.RemovePayee(name: "Robert")
            let removed = try await bank.send(remove, as: "ann", key: "remove")
            _ = try await bank.send(LedgerSignal.Close(account: account), as: "bob")
            #expect(try await bank.send(save, as: "ann", key: "save") == saved)
            #expect(try await bank.send(rename, as: "ann", key: "rename") == renamed)
            #expect(try await bank.send(remove, as: "ann", key: "remove") == removed)
            #expect(try await bank.send(LedgerSignal.Payees(), as: "ann").payees == [])
        }
    }

    @Test(arguments: StoreKind.allCases) func whatIsArrangedIsAnsweredAsItWas(_ kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let (ann, bob) = (try await bank.openAccount(of: "ann", with: 1000), try await bank.openAccount(of: "bob"))
            let limits = LedgerSignal.SetLimits(account: ann, daily: rubles(500))
            let rate = LedgerSignal.SetRate(from: .usd, to: .rub, rate: "90", source: "bank")
            let template = LedgerSignal.SaveTemplate(name: "Rent", from: ann, to: bob)
            let schedule = LedgerSignal.MakeSchedule(
                from: ann, to: bob, amount: rubles(10), start: try #require(CalendarDay("2026-11-25")),
                every: LedgerSignal.Every(count: 1, unit: .week))
            let firsts = (
                try await bank.send(limits, as: "ann", key: "limits"),
                try await bank.send(rate, as: "ann", key: "rate"),
                try await bank.send(template, as: "ann", key: "template"),
                try await bank.send(schedule, as: "ann", key: "schedule")
            )
            let pause = LedgerSignal.PauseSchedule(id: firsts.3.schedule.id)
            let paused = try await bank.send(pause, as: "ann", key: "pause")
            _ = try await bank.send(transfer(ann, bob, 7), as: "ann")
            _ = try await bank.send(LedgerSignal.RemoveRate(from: .usd, to: .rub), as: "ann")
            _ = try await bank.send(LedgerSignal.RemoveTemplate(name: "Rent"), as: "ann")
            _ = try await bank.send(LedgerSignal.CancelSchedule(id: firsts.3.schedule.id), as: "ann")
            bank.clock.advance(by: .seconds(86_400 * 40))
            #expect(try await bank.send(limits, as: "ann", key: "limits") == firsts.0)
            #expect(try await bank.send(rate, as: "ann", key: "rate") == firsts.1)
            #expect(try await bank.send(template, as: "ann", key: "template") == firsts.2)
            #expect(try await bank.send(schedule, as: "ann", key: "schedule") == firsts.3)
            #expect(try await bank.send(pause, as: "ann", key: "pause") == paused)
            #expect(try await bank.send(LedgerSignal.Rates(), as: "ann").rates == [])
            #expect(try await bank.send(LedgerSignal.Templates(), as: "ann").templates == [])
            #expect(try await bank.send(LedgerSignal.Schedules(), as: "ann").schedules.map(\.status) == [.cancelled])
        }
    }

    @Test(arguments: StoreKind.allCases) func anAccountPaidByNameIsAnsweredAsItWas(_ kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let account = try await bank.openAccount(of: "ann")
            let off = LedgerSignal.SetPayable(account: account, payable: false)
            let first = try await bank.send(off, as: "ann", key: "off")
            _ = try await bank.send(LedgerSignal.Close(account: account), as: "ann")
            #expect(try await bank.send(off, as: "ann", key: "off") == first)
            let other = LedgerSignal.SetPayable(account: "nobody's", payable: false)
            #expect(try await bank.fault(other, as: "ann", key: "off").code == .conflict)
        }
    }

    @Test(arguments: StoreKind.allCases) func whatIsInTheRecordsIsAnsweredAsItWas(_ kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let open = LedgerSignal.OpenAccount(currency: .rub, name: "First")
            let opened = try await bank.send(open, as: "ann", key: "open")
            let (ann, bob) = (opened.account.id, try await bank.openAccount(of: "bob"))
            let deposit = LedgerSignal.Deposit(account: ann, amount: rubles(1000), category: "salary")
            let hold = LedgerSignal.Hold(
                from: ann, to: bob, amount: rubles(50), expiresAt: bank.clock.time + .seconds(60))
            let send = transfer(ann, bob, 10, "Coffee")
            let freeze = LedgerSignal.Freeze(account: ann)
            let firsts = (
                try await bank.send(deposit, as: "ann", key: "deposit"),
                try await bank.send(send, as: "ann", key: "send"),
                try await bank.send(hold, as: "ann", key: "hold"), try await bank.send(freeze, as: "ann", key: "freeze")
            )
            _ = try await bank.send(LedgerSignal.Unfreeze(account: ann), as: "ann")
            let void = LedgerSignal.VoidHold(hold: firsts.2.transfer.id)
            let voided = try await bank.send(void, as: "ann", key: "void")
            let close = LedgerSignal.Close(account: ann, to: bob)
            let closed = try await bank.send(close, as: "ann", key: "close")
            bank.clock.advance(by: .seconds(86_400))
            #expect(try await bank.send(open, as: "ann", key: "open") == opened)
            #expect(try await bank.send(deposit, as: "ann", key: "deposit") == firsts.0)
            #expect(try await bank.send(send, as: "ann", key: "send") == firsts.1)
            #expect(try await bank.send(hold, as: "ann", key: "hold") == firsts.2)
            #expect(try await bank.send(freeze, as: "ann", key: "freeze") == firsts.3)
            #expect(try await bank.send(void, as: "ann", key: "void") == voided)
            #expect(try await bank.send(close, as: "ann", key: "close") == closed)
            #expect(closed.transfer?.amount == rubles(990))
        }
    }

    @Test func aRefusalOfTheBooksIsAnsweredAgainAndOthersAreNot() async throws {
        try await Bank.with(.sqlite) { bank in
            let save = LedgerSignal.SavePayee(name: "Bob", account: try await bank.openAccount(of: "bob"))
            _ = try await bank.send(LedgerSignal.Close(account: save.account), as: "bob")
            #expect(try await bank.fault(save, as: "ann", key: "save").code == .accountClosed)
            #expect(try await bank.fault(save, as: "ann", key: "save").code == .accountClosed)
            let unknown = LedgerSignal.RemovePayee(name: "Bob")
            #expect(try await bank.fault(unknown, as: "ann", key: "remove").code == .notFound)
            let other = LedgerSignal.SavePayee(name: "Bob", account: try await bank.openAccount(of: "carol"))
            _ = try await bank.send(other, as: "ann", key: "other")
            _ = try await bank.send(unknown, as: "ann", key: "remove")
        }
    }

    @Test func whatOlderVersionsKeptIsReadWhereItIsTheAnswer() throws {
        let answer = LedgerSignal.PayableAccounts(accounts: ["a"])
        let whole = StoredAnswer(kind: 6, content: try JSONEncoding.encode(answer))
        #expect(try OutcomeCoding.answer(of: whole) == answer)
        let part = StoredAnswer(kind: 6, content: try JSONEncoding.encode(["a"]))
        #expect {
            try OutcomeCoding.answer(of: part) as LedgerSignal.PayableAccounts
        } throws: {
            ($0 as? Fault)?.code == .conflict
        }
    }
}
