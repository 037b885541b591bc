import Coordination
import Domain
import Signals
import Testing

@testable import LedgerService

@Suite struct ScheduleTests {
    private func schedule(
        _ from: String, _ to: String, _ amount: Int64, _ start: String, every: (Int, Recurrence.Unit)? = nil,
        times: Int? = nil, until: String? = nil, code: String? = nil
    ) throws -> LedgerSignal.MakeSchedule {
        LedgerSignal.MakeSchedule(
            from: from, to: to, amount: rubles(amount), description: "Rent", start: try #require(CalendarDay(start)),
            every: every.map { LedgerSignal.Every(count: $0.0, unit: $0.1) }, times: times,
            until: until.flatMap { CalendarDay($0) }, code: code)
    }

    /// Does what is due, as the clock work does.
    private func work(_ bank: Bank) async throws {
        while try await ScheduledTransfers(store: bank.store).doDue() {}
    }

    private func runs(_ bank: Bank, _ id: String) async throws -> [LedgerSignal.ScheduleRun] {
        try await bank.send(LedgerSignal.ScheduleRuns(id: id), as: "ann").runs
    }

    @Test(arguments: StoreKind.allCases) func eachDueDayIsMadeOnceInOrderAlsoAfterALongTime(kind: StoreKind)
        async throws
    {
        try await Bank.with(kind) { bank in
            let ann = try await bank.openAccount(of: "ann", with: 10_000)
            let bob = try await bank.openAccount(of: "bob")
            let made = try await bank.send(
                schedule(ann, bob, 100, "2026-11-30", every: (1, .month), times: 4), as: "ann", key: "k"
            ).schedule
            #expect(made.next?.description == "2026-11-30")
            #expect(try await bank.send(LedgerSignal.Schedules(), as: "ann").schedules == [made])
            try await work(bank)
            #expect(try await bank.balance(bob, of: "bob") == 0)
            bank.clock.advance(by: .seconds(100 * 86_400))
            try await work(bank)
            try await work(bank)
            let all = try await runs(bank, made.id)
            #expect(all.map(\.due.description) == ["2027-02-28", "2027-01-30", "2026-12-30", "2026-11-30"])
            #expect(all.map(\.occurrence) == [4, 3, 2, 1])
            #expect(all.allSatisfy { $0.transfer != nil && $0.fault == nil && $0.attempt == 1 })
            #expect(try await bank.balance(bob, of: "bob") == 400)
            let after = try #require(try await bank.send(LedgerSignal.Schedules(), as: "ann").schedules.first)
            #expect(after.status == .ended && after.done == 4 && after.next == nil)
            // The key still answers what it answered.
            let again = try schedule(ann, bob, 100, "2026-11-30", every: (1, .month), times: 4)
            #expect(try await bank.send(again, as: "ann", key: "k").schedule == made)
            #expect(try await bank.check().problems == [])
        }
    }

    @Test(arguments: StoreKind.allCases) func whatIsRefusedIsToldAndTriedAgainAndTheScheduleGoesOn(kind: StoreKind)
        async throws
    {
        try await Bank.with(kind) { bank in
            let ann = try await bank.openAccount(of: "ann", with: 50)
            let bob = try await bank.openAccount(of: "bob")
            let made = try await bank.send(
                schedule(ann, bob, 100, "2026-11-22", every: (1, .week), times: 2), as: "ann"
            ).schedule
            func day(_ number: Int64) async throws {
                bank.clock.advance(by: .seconds(86_400 * number))
                try await work(bank)
            }
            try await day(1)
            var all = try await runs(bank, made.id)
            #expect(all.map(\.fault) == ["insufficientFunds"])
            #expect(all.map(\.nextTry?.description) == ["2026-11-23"])
            #expect(all[0].reason?.contains("0.50") == true)
            try await day(1)
            try await day(1)
            all = try await runs(bank, made.id)
            #expect(all.map(\.attempt) == [2, 1])
            #expect(all[0].nextTry?.description == "2026-11-25")
            _ = try await bank.send(LedgerSignal.Deposit(account: ann, amount: rubles(60)), as: "ann")
            try await day(1)
            all = try await runs(bank, made.id)
            #expect(all.map(\.attempt) == [3, 2, 1])
            #expect(all[0].transfer != nil)
            // The second occurrence fails three times, and that is the end.
            try await day(4)
            for _ in 0..<4 { try await day(1) }
            all = try await runs(bank, made.id)
            #expect(all.map(\.occurrence) == [2, 2, 2, 1, 1, 1])
            #expect(all[0].nextTry == nil)
            let after = try #require(try await bank.send(LedgerSignal.Schedules(), as: "ann").schedules.first)
            #expect(after.status == .ended && after.done == 1 && after.failed == 5)
            #expect(try await bank.balance(bob, of: "bob") == 100)
        }
    }

    @Test(arguments: StoreKind.allCases) func aScheduleEndsOnItsDayOrWhenItIsCancelled(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let ann = try await bank.openAccount(of: "ann", with: 10_000)
            let bob = try await bank.openAccount(of: "bob")
            let once = try await bank.send(schedule(ann, bob, 1, "2026-11-21"), as: "ann").schedule
            let daily = try await bank.send(
                schedule(ann, bob, 10, "2026-11-21", every: (1, .day), until: "2026-11-23"), as: "ann"
            ).schedule
            let endless = try await bank.send(schedule(ann, bob, 100, "2026-11-22", every: (1, .day)), as: "ann")
                .schedule
            bank.clock.advance(by: .seconds(86_400))
            try await work(bank)
            #expect(try await bank.balance(bob, of: "bob") == 1 + 20 + 100)
            let cancelled = try await bank.send(LedgerSignal.CancelSchedule(id: endless.id), as: "ann").schedule
            #expect(cancelled.status == .cancelled && cancelled.done == 1)
            #expect(try await bank.send(LedgerSignal.CancelSchedule(id: endless.id), as: "ann").schedule == cancelled)
            bank.clock.advance(by: .seconds(86_400 * 30))
            try await work(bank)
            #expect(try await bank.balance(bob, of: "bob") == 1 + 30 + 100)
            let states = try await bank.send(LedgerSignal.Schedules(), as: "ann").schedules.map(\.status)
            #expect(states == [.cancelled, .ended, .ended])
            #expect(try await bank.fault(LedgerSignal.CancelSchedule(id: once.id), as: "bob").code == .notFound)
            #expect(try await bank.fault(LedgerSignal.ScheduleRuns(id: once.id), as: "bob").code == .notFound)
            let first = try await bank.send(LedgerSignal.ScheduleRuns(id: daily.id, limit: 2), as: "ann")
            let rest = try await bank.send(
                LedgerSignal.ScheduleRuns(id: daily.id, limit: 2, cursor: first.nextCursor), as: "ann")
            #expect((first.runs + rest.runs).map(\.occurrence) == [3, 2, 1])
            #expect(rest.nextCursor == nil)
            let wrong = LedgerSignal.ScheduleRuns(id: daily.id, cursor: "x")
            #expect(try await bank.fault(wrong, as: "ann").code == .invalidArgument)
        }
    }

    @Test(arguments: StoreKind.allCases) func daysOfAPauseAreSkippedAndNotMadeUpFor(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let ann = try await bank.openAccount(of: "ann", with: 10_000)
            let bob = try await bank.openAccount(of: "bob")
            let daily = try await bank.send(
                schedule(ann, bob, 10, "2026-11-21", every: (1, .day), times: 8), as: "ann"
            ).schedule.id
            try await work(bank)
            let paused = try await bank.send(LedgerSignal.PauseSchedule(id: daily), as: "ann").schedule
            #expect(paused.status == .paused && paused.next == nil && paused.done == 1)
            #expect(try await bank.send(LedgerSignal.PauseSchedule(id: daily), as: "ann").schedule == paused)
            #expect(try await bank.send(LedgerSignal.Schedules(), as: "ann").schedules == [paused])
            let outlook = LedgerSignal.Outlook(until: try #require(CalendarDay("2026-12-31")))
            #expect(try await bank.send(outlook, as: "ann").planned.isEmpty)
            bank.clock.advance(by: .seconds(4 * 86_400))
            try await work(bank)
            #expect(try await bank.balance(bob, of: "bob") == 10)
            let resumed = try await bank.send(LedgerSignal.ResumeSchedule(id: daily), as: "ann").schedule
            #expect(resumed.status == .active && resumed.next?.description == "2026-11-25")
            #expect(try await bank.send(LedgerSignal.ResumeSchedule(id: daily), as: "ann").schedule == resumed)
            try await work(bank)
            #expect(try await bank.balance(bob, of: "bob") == 20, "today's is not over yet")
            bank.clock.advance(by: .seconds(30 * 86_400))
            try await work(bank)
            // Of eight days the second to the fourth passed in the pause.
            #expect(try await runs(bank, daily).map(\.occurrence) == [8, 7, 6, 5, 1])
            #expect(try await bank.balance(bob, of: "bob") == 50)
            #expect(try await bank.fault(LedgerSignal.PauseSchedule(id: daily), as: "ann").code == .conflict)
            #expect(try await bank.fault(LedgerSignal.ResumeSchedule(id: daily), as: "ann").code == .conflict)
            #expect(try await bank.fault(LedgerSignal.PauseSchedule(id: daily), as: "bob").code == .notFound)
        }
    }

    @Test(arguments: StoreKind.allCases) func aPauseOverTheLastDayEndsTheSchedule(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let ann = try await bank.openAccount(of: "ann")
            let bob = try await bank.openAccount(of: "bob")
            let once = try await bank.send(schedule(ann, bob, 10, "2026-11-22"), as: "ann").schedule.id
            let refused = try await bank.send(schedule(ann, bob, 10, "2026-11-21"), as: "ann").schedule.id
            try await work(bank)
            for id in [once, refused] { _ = try await bank.send(LedgerSignal.PauseSchedule(id: id), as: "ann") }
            let cancelled = try await bank.send(
                schedule(ann, bob, 10, "2026-11-22", every: (1, .week)), as: "ann"
            ).schedule.id
            _ = try await bank.send(LedgerSignal.PauseSchedule(id: cancelled), as: "ann")
            #expect(
                try await bank.send(LedgerSignal.CancelSchedule(id: cancelled), as: "ann").schedule.status
                    == .cancelled)
            bank.clock.advance(by: .seconds(2 * 86_400))
            try await work(bank)
            for id in [once, refused] {
                let resumed = try await bank.send(LedgerSignal.ResumeSchedule(id: id), as: "ann").schedule
                #expect(resumed.status == .ended && resumed.next == nil)
            }
            #expect(try await runs(bank, refused).count == 1, "what was refused before the pause is not tried again")
            #expect(try await runs(bank, once).isEmpty)
        }
    }

    @Test(arguments: StoreKind.allCases) func limitsHoldAtEachRunAndTheCodeComesWhenItIsMade(kind: StoreKind)
        async throws
    {
        try await Bank.with(kind) { bank in
            let ann = try await bank.openAccount(of: "ann", with: 10_000)
            let bob = try await bank.openAccount(of: "bob")
            bank.codes.enrol("ann")
            _ = try await bank.send(
                LedgerSignal.SetLimits(account: ann, daily: rubles(300), confirmAbove: rubles(100), code: "right 1"),
                as: "ann")
            let once = try await bank.fault(schedule(ann, bob, 200, "2026-11-22"), as: "ann")
            #expect(once.code == .confirmationRequired)
            #expect(once.message.contains("2.00 RUB to \(bob) on 2026-11-22."), "\(once.message)")
            let often = try await bank.fault(schedule(ann, bob, 200, "2026-11-22", every: (1, .day)), as: "ann")
            #expect(often.message.contains("recurring transfer"))
            let made = try await bank.send(
                schedule(ann, bob, 200, "2026-11-22", every: (1, .day), times: 2, code: "right 2"), as: "ann"
            ).schedule
            bank.clock.advance(by: .seconds(86_400))
            _ = try await bank.send(transfer(ann, bob, 100), as: "ann")
            _ = try await bank.send(transfer(ann, bob, 100), as: "ann")
            try await work(bank)
            #expect(try await runs(bank, made.id).map(\.fault) == ["limitExceeded"])
            bank.clock.advance(by: .seconds(86_400))
            try await work(bank)
            // Two are due on that day, and the limit lets one through.
            let all = try await runs(bank, made.id)
            #expect(all.count { $0.transfer != nil } == 1)
            #expect(bank.codes.checks == 2)
        }
    }

    @Test(arguments: StoreKind.allCases) func parametersAreHeldAgainstTheRules(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let ann = try await bank.openAccount(of: "ann", with: 10_000)
            let bob = try await bank.openAccount(of: "bob")
            let purse = try await bank.openAccount(of: "ann", currency: .usd)
            func code(_ signal: LedgerSignal.MakeSchedule) async throws -> FaultCode {
                try await bank.fault(signal, as: "ann").code
            }
            #expect(try await code(schedule(ann, bob, 0, "2026-12-01")) == .invalidArgument)
            #expect(try await code(schedule(ann, bob, 1, "2026-11-20")) == .invalidArgument)
            #expect(try await code(schedule(ann, bob, 1, "2026-12-01", every: (0, .day))) == .invalidArgument)
            #expect(try await code(schedule(ann, bob, 1, "2026-12-01", every: (1001, .day))) == .invalidArgument)
            #expect(try await code(schedule(ann, bob, 1, "2026-12-01", times: 2)) == .invalidArgument)
            #expect(
                try await code(schedule(ann, bob, 1, "2026-12-01", every: (1, .day), times: 10_001))
                    == .invalidArgument)
            #expect(
                try await code(schedule(ann, bob, 1, "2026-12-01", every: (1, .day), until: "2026-11-30"))
                    == .invalidArgument)
            #expect(try await code(schedule(bob, ann, 1, "2026-12-01")) == .notFound)
            #expect(try await code(schedule(ann, "none", 1, "2026-12-01")) == .notFound)
            #expect(try await code(schedule(ann, ann, 1, "2026-12-01")) == .sameAccount)
            #expect(try await code(schedule(ann, purse, 1, "2026-12-01")) == .currencyMismatch)
            for _ in 0..<LedgerLimits.schedulesPerUser {
                _ = try await bank.send(schedule(ann, bob, 1, "2026-12-01"), as: "ann")
            }
            #expect(try await code(schedule(ann, bob, 1, "2026-12-01")) == .limitExceeded)
        }
    }
}
