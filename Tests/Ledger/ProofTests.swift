import Coordination
import Domain
import Reasons
import Signals
import Testing

@testable import LedgerService

/// What gets round limits takes more than a session: a code, or a sign-in a moment ago of a user without codes.
@Suite struct ProofTests {
    /// A bank where at most 10.00 a day leave Ann's account.
    private func with(
        _ kind: StoreKind, _ body: (Bank, _ ann: String, _ bob: String) async throws -> Void
    ) async throws {
        try await Bank.with(kind) { bank in
            let ann = try await bank.openAccount(of: "ann", with: 100_000)
            let bob = try await bank.openAccount(of: "bob")
            bank.codes.age("old")
            let limits = LedgerSignal.SetLimits(account: ann, daily: rubles(1_000))
            _ = try await bank.send(limits, as: "ann", session: "old")
            try await body(bank, ann, bob)
        }
    }

    /// An old session is refused, says what to do, and changes nothing; a new sign-in does.
    private func needsSignIn<S: Signal>(_ signal: S, _ bank: Bank) async throws -> S.Answer {
        let old = try await bank.fault(signal, as: "ann", session: "old")
        #expect(old.code == .confirmationRequired && old.details["enrolled"] == .flag(false), "\(old)")
        #expect(old.message.contains("sign in again"))
        return try await bank.send(signal, as: "ann", session: "new")
    }

    private func rows(_ amounts: Int64...) -> [LedgerSignal.ImportRow] {
        amounts.enumerated().map { place, amount in
            LedgerSignal.ImportRow(amount: rubles(amount), date: "2026-11-01", reference: "id:\(place) \(amount)")
        }
    }

    @Test(arguments: StoreKind.allCases) func looseningLimitsTakesANewSignIn(kind: StoreKind) async throws {
        try await with(kind) { bank, ann, _ in
            let raised = LedgerSignal.SetLimits(account: ann, daily: rubles(1_001))
            #expect(try await needsSignIn(raised, bank).limits.daily == rubles(1_001))
            let removed = LedgerSignal.SetLimits(account: ann, remove: [.daily])
            #expect(try await needsSignIn(removed, bank).limits.daily == nil)
            // Where codes are on nothing but a code does.
            _ = try await bank.send(LedgerSignal.SetLimits(account: ann, daily: rubles(1)), as: "ann", session: "old")
            bank.codes.enrol("ann")
            let fault = try await bank.fault(removed, as: "ann", session: "new")
            #expect(fault.code == .confirmationRequired && fault.details["enrolled"] == nil)
            let coded = LedgerSignal.SetLimits(account: ann, remove: [.daily], code: "right 1")
            #expect(try await bank.send(coded, as: "ann", session: "old").limits.daily == nil)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func aSignInOfAMomentAgoDoesNotStandForThePasswordOfWhoHasOne(kind: StoreKind) async throws {
        try await with(kind) { bank, ann, _ in
            bank.codes.setPassword(of: "ann")
            let removed = LedgerSignal.SetLimits(account: ann, remove: [.daily])
            let fault = try await bank.fault(removed, as: "ann", session: "new")
            #expect(fault.code == .confirmationRequired && fault.details["password"] == .flag(true))
            let wrong = LedgerSignal.SetLimits(account: ann, remove: [.daily], code: "nothing")
            #expect(try await bank.fault(wrong, as: "ann", session: "new").details["password"] == .flag(true))
            // Codes are asked for with a code only, whatever else was proved.
            let codes = LedgerSignal.SetLimits(account: ann, confirmAbove: rubles(1), code: "proof")
            #expect(try await bank.fault(codes, as: "ann", session: "new").details["enrolled"] == .flag(false))
            let proved = LedgerSignal.SetLimits(account: ann, remove: [.daily], code: "proof")
            #expect(try await bank.send(proved, as: "ann", session: "old").limits.daily == nil)
        }
    }

    @Test(arguments: StoreKind.allCases) func anOverdraftTakesANewSignInWhileAnyAccountHasLimits(kind: StoreKind)
        async throws
    {
        try await with(kind) { bank, ann, _ in
            let other = try await bank.openAccount(of: "ann")
            let deep = LedgerSignal.SetOverdraft(account: other, limit: rubles(1_000_000))
            _ = try await needsSignIn(deep, bank)
            // Less is free; closing the account that has limits ends nothing.
            _ = try await bank.send(
                LedgerSignal.SetOverdraft(account: other, limit: rubles(5)), as: "ann", session: "old")
            let poor = try await bank.openAccount(of: "bob")
            _ = try await bank.send(LedgerSignal.SetLimits(account: poor, daily: rubles(5)), as: "bob")
            _ = try await bank.send(LedgerSignal.Close(account: poor), as: "bob", session: "old")
            let bobs = try await bank.openAccount(of: "bob")
            #expect(
                try await bank.fault(
                    LedgerSignal.SetOverdraft(account: bobs, limit: rubles(5)), as: "bob", session: "old"
                ).code == .confirmationRequired)
            // Who has no limits is asked for nothing.
            let cleos = try await bank.openAccount(of: "cleo")
            _ = try await bank.send(
                LedgerSignal.SetOverdraft(account: cleos, limit: rubles(5)), as: "cleo", session: "old")
            _ = ann
        }
    }

    @Test(arguments: StoreKind.allCases) func unfreezingTakesMoreThanASession(kind: StoreKind) async throws {
        try await with(kind) { bank, ann, bob in
            // Whoever has limits or none: what was frozen is protected by that alone.
            for (user, account) in [("ann", ann), ("bob", bob)] {
                bank.codes.age("old")
                let unfreeze = LedgerSignal.Unfreeze(account: account)
                #expect(try await bank.send(unfreeze, as: user, session: "old").account.status == .active)
                _ = try await bank.send(LedgerSignal.Freeze(account: account), as: user, session: "old")
                let refused = try await bank.fault(unfreeze, as: user, session: "old")
                #expect(refused.code == .confirmationRequired && refused.field == "code", "\(refused)")
                #expect(try await bank.send(LedgerSignal.Freeze(account: account), as: user).account.status == .frozen)
                #expect(try await bank.send(unfreeze, as: user, session: "new").account.status == .active)
            }
            _ = try await bank.send(LedgerSignal.Freeze(account: ann), as: "ann", session: "old")
            bank.codes.setPassword(of: "ann")
            let session = LedgerSignal.Unfreeze(account: ann)
            let fault = try await bank.fault(session, as: "ann", session: "new")
            #expect(fault.code == .confirmationRequired && fault.details["password"] == .flag(true))
            let proved = LedgerSignal.Unfreeze(account: ann, code: "proof")
            #expect(try await bank.send(proved, as: "ann", session: "old").account.status == .active)
            _ = try await bank.send(LedgerSignal.Freeze(account: ann), as: "ann", session: "old")
            bank.codes.enrol("ann")
            #expect(try await bank.fault(session, as: "ann", session: "new").code == .confirmationRequired)
            let wrong = LedgerSignal.Unfreeze(account: ann, code: "wrong")
            #expect(try await bank.fault(wrong, as: "ann", session: "new").code == .wrongCode)
            let coded = LedgerSignal.Unfreeze(account: ann, code: "right 1")
            let done = try await bank.send(coded, as: "ann", session: "old", key: "unfreeze")
            #expect(done.account.status == .active)
            #expect(try await bank.send(coded, as: "ann", session: "old", key: "unfreeze") == done)
        }
    }

    @Test(arguments: StoreKind.allCases) func importsThatTakeMoneyOutTakeANewSignIn(kind: StoreKind) async throws {
        try await with(kind) { bank, ann, _ in
            let out = LedgerSignal.ImportRows(account: ann, rows: rows(-90_000, 500))
            let made = try await needsSignIn(out, bank)
            #expect(try await bank.balance(ann, of: "ann") == 10_500)
            let into = LedgerSignal.ImportRows(account: ann, rows: rows(-600, 700))
            let income = try await bank.send(into, as: "ann", session: "old")
            // Taking back what brought money takes money out.
            _ = try await needsSignIn(LedgerSignal.UndoImport(import: income.import ?? ""), bank)
            _ = try await bank.send(LedgerSignal.UndoImport(import: made.import ?? ""), as: "ann", session: "old")
            #expect(try await bank.balance(ann, of: "ann") == 100_000)
            #expect(try await bank.send(LedgerSignal.GetLimits(account: ann), as: "ann").limits.spentToday == rubles(0))
        }
    }

    @Test(arguments: StoreKind.allCases) func oneCodeDoesForAllPartsOfAFileThatAnnouncesWhatTheyTake(kind: StoreKind)
        async throws
    {
        try await with(kind) { bank, ann, _ in
            bank.codes.enrol("ann")
            func part(
                _ amounts: Int64..., of id: String? = nil, outgoing: Int64? = nil, code: String? = nil
            ) -> LedgerSignal.ImportRows {
                LedgerSignal.ImportRows(
                    account: ann,
                    rows: amounts.map { amount in
                        LedgerSignal.ImportRow(amount: rubles(amount), date: "2026-11-01", reference: "id:\(amount)")
                    }, import: id, outgoing: outgoing.map(rubles), code: code)
            }
            func refused(_ part: LedgerSignal.ImportRows, _ session: String = "old") async throws -> FaultCode {
                try await bank.fault(part, as: "ann", session: session).code
            }
            // What is announced needs the proof, whatever the first part takes.
            #expect(try await refused(part(5, -4, outgoing: 10_000)) == .confirmationRequired)
            #expect(try await refused(part(-30, outgoing: 29, code: "right 0")) == .invalidArgument)
            let first = try await bank.send(
                part(5, -4, outgoing: 10_004, code: "right 1"), as: "ann", session: "old", key: "first")
            let id = try #require(first.import)
            #expect(
                try await bank.send(
                    part(5, -4, outgoing: 10_004, code: "right 1"), as: "ann", session: "old", key: "first") == first)
            _ = try await bank.send(part(-6_000, of: id), as: "ann", session: "old")
            #expect(try await refused(part(-4_001, of: id)) == .confirmationRequired, "more than was announced")
            #expect(try await refused(part(-100, of: id), "other") == .confirmationRequired, "another session")
            #expect(try await refused(part(-100)) == .confirmationRequired, "another import")
            #expect(try await refused(part(-100, of: id, outgoing: 100)) == .invalidArgument, "it is said once")
            _ = try await bank.send(part(-3_000, of: id), as: "ann", session: "old")
            // What is beyond may come with a code of its own, as before.
            _ = try await bank.send(part(-2_000, of: id, code: "right 2"), as: "ann", session: "old")
            bank.clock.advance(by: .seconds(600))
            #expect(try await refused(part(-1_000, of: id)) == .confirmationRequired, "ten minutes are over")
            #expect(try await bank.balance(ann, of: "ann") == 100_000 + 5 - 4 - 6_000 - 3_000 - 2_000)
            #expect(try await bank.check().problems == [])
        }
    }

    @Test(arguments: StoreKind.allCases) func exchangingAndGivingBackCountTowardsLimits(kind: StoreKind) async throws {
        try await with(kind) { bank, ann, bob in
            let purse = try await bank.openAccount(of: "ann", currency: .usd)
            _ = try await bank.send(LedgerSignal.SetRate(from: .rub, to: .usd, rate: "1", source: "mine"), as: "ann")
            func exchange(_ units: Int64) -> LedgerSignal.Exchange {
                LedgerSignal.Exchange(from: ann, to: purse, amount: rubles(units))
            }
            #expect(try await bank.fault(exchange(1_001), as: "ann").code == .limitExceeded)
            _ = try await bank.send(exchange(400), as: "ann")
            _ = try await bank.send(LedgerSignal.Deposit(account: bob, amount: rubles(1_000)), as: "bob")
            let gift = try await bank.send(transfer(bob, ann, 700), as: "bob").transfer.id
            let back = try await bank.fault(LedgerSignal.Reverse(transfer: gift, reason: "r"), as: "ann")
            #expect(back.code == .limitExceeded && back.details["left"] == .text("6.00"))
            let less = try await bank.send(transfer(bob, ann, 250), as: "bob").transfer.id
            _ = try await bank.send(LedgerSignal.Reverse(transfer: less, reason: "r"), as: "ann")
            let limits = try await bank.send(LedgerSignal.GetLimits(account: ann), as: "ann").limits
            #expect(limits.spentToday == rubles(650))
        }
    }

    @Test(arguments: StoreKind.allCases) func aboveConfirmAboveEveryWayOutTakesACode(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let ann = try await bank.openAccount(of: "ann", with: 10_000)
            let own = try await bank.openAccount(of: "ann")
            let purse = try await bank.openAccount(of: "ann", currency: .usd)
            bank.codes.enrol("ann")
            _ = try await bank.send(
                LedgerSignal.SetLimits(account: ann, confirmAbove: rubles(100), code: "right 0"), as: "ann")
            _ = try await bank.send(LedgerSignal.SetRate(from: .rub, to: .usd, rate: "1", source: "mine"), as: "ann")
            func exchange(_ code: String?, dryRun: Bool? = nil) -> LedgerSignal.Exchange {
                LedgerSignal.Exchange(from: ann, to: purse, amount: rubles(200), dryRun: dryRun, code: code)
            }
            #expect(try await bank.fault(exchange(nil), as: "ann").code == .confirmationRequired)
            _ = try await bank.send(exchange(nil, dryRun: true), as: "ann")
            _ = try await bank.send(exchange("right 1"), as: "ann")
            let deposit = try await bank.send(LedgerSignal.Deposit(account: ann, amount: rubles(300)), as: "ann")
            func back(_ code: String?) -> LedgerSignal.Reverse {
                LedgerSignal.Reverse(transfer: deposit.transfer.id, reason: "r", code: code)
            }
            #expect(try await bank.fault(back(nil), as: "ann").code == .confirmationRequired)
            #expect(try await bank.fault(back("wrong"), as: "ann").code == .wrongCode)
            _ = try await bank.send(back("right 2"), as: "ann")
            func schedule(_ code: String?) -> LedgerSignal.MakeSchedule {
                LedgerSignal.MakeSchedule(
                    from: ann, to: own, amount: rubles(200), start: TimeZone.utc.day(at: bank.clock.time), code: code)
            }
            #expect(try await bank.fault(schedule(nil), as: "ann").code == .confirmationRequired)
            _ = try await bank.send(schedule("right 3"), as: "ann")
            let close = try await bank.fault(LedgerSignal.Close(account: ann, to: own), as: "ann")
            #expect(close.code == .confirmationRequired)
            _ = try await bank.send(LedgerSignal.Close(account: ann, to: own, code: "right 4"), as: "ann")
            #expect(try await bank.balance(own, of: "ann") == 9_800)
        }
    }
}
