import Coordination
import Domain
import Foundation
import Identity
import Signals
import TestSupport
import Testing
import Transport

/// Scheduled transfers and debits by a mandate happen exactly once, whenever the ledger is killed.
@Suite struct OrderKillTests {
    private static let rounds = max(
        2, (ProcessInfo.processInfo.environment["KOPILKA_TEST_KILLS"].flatMap { Int($0) } ?? 200) / 10)

    @Test func schedulesAndDebitsHaveTheirEffectOnceWhateverIsKilled() async throws {
        let bank = try await Bank.opened()
        let (anna, boris) = (try await bank.person(), try await bank.person())
        let from = try await bank.account(of: anna, with: "100000")
        let to = try await bank.account(of: boris)
        let rubles = try #require(Currency(code: "RUB"))
        func money(_ units: Int64) -> Money { Money(minorUnits: units * 100, currency: rubles) }
        let keys = try KeyDirectory(dataDirectory: bank.house.dataDirectory)
        let tokens = ServiceTokens(
            service: .subscriptions, key: try keys.signingKey(of: .subscriptions), clock: .system)
        _ = try await bank.ledger.send(
            LedgerSignal.GrantMandate(service: "subscriptions", account: from, amount: money(1000), per: .year),
            context: bank.context(anna, key: Bank.newKey()))
        var schedules: [String] = []
        for round in 0..<Self.rounds {
            let schedule = LedgerSignal.MakeSchedule(
                from: from, to: to, amount: money(1), start: WallClock.system.now().dayInUTC)
            let debit = LedgerSignal.DebitItem(account: from, amount: money(2), idempotencyKey: "debit-\(round)")
            async let made = bank.ledger.send(
                schedule, context: bank.context(anna, key: "schedule-\(round)"), within: .seconds(180))
            async let debited = bank.ledger.send(
                LedgerSignal.Debits(debits: [debit]),
                context: SignalContext(idempotencyKey: "debits-\(round)", session: tokens.token(for: .ledger)),
                within: .seconds(180))
            try await Task.sleep(for: .milliseconds(.random(in: 0...30)))
            try await bank.house.kill("ledger")
            try await bank.house.start("ledger")
            schedules.append(try await made.schedule.id)
            _ = try await debited
        }
        let rounds = Self.rounds
        try await eventually("all schedules have run", within: .seconds(180)) {
            try await bank.balance(of: to, boris) == "\(rounds).00"
        }
        for id in schedules {
            let runs = try await bank.ledger.send(LedgerSignal.ScheduleRuns(id: id), context: bank.context(anna)).runs
            #expect(runs.map(\.attempt) == [1])
            #expect(runs.allSatisfy { $0.transfer != nil })
        }
        let mandates = try await bank.ledger.send(LedgerSignal.Mandates(), context: bank.context(anna)).mandates
        #expect(mandates.map(\.spent) == [money(2 * Int64(rounds))])
        #expect(try await bank.balance(of: from, anna) == "\(100_000 - 3 * rounds).00")
        #expect(try await bank.problems(as: anna) == [])
        await bank.close()
    }

    @Test func whatLeftTodayStillCountsAfterAKill() async throws {
        let bank = try await Bank.opened()
        let (anna, boris) = (try await bank.person(), try await bank.person())
        let from = try await bank.account(of: anna, with: "1000")
        let to = try await bank.account(of: boris)
        let rubles = try #require(Currency(code: "RUB"))
        func money(_ units: Int64) -> Money { Money(minorUnits: units * 100, currency: rubles) }
        func spent() async throws -> LedgerSignal.Limits {
            try await bank.ledger.send(LedgerSignal.GetLimits(account: from), context: bank.context(anna)).limits
        }
        _ = try await bank.ledger.send(
            LedgerSignal.SetLimits(account: from, daily: money(100)), context: bank.context(anna, key: Bank.newKey()))
        _ = try await bank.ledger.send(
            LedgerSignal.MakeTransfer(from: from, to: to, amount: money(30)),
            context: bank.context(anna, key: Bank.newKey()))
        let hold = try await bank.ledger.send(
            LedgerSignal.Hold(from: from, to: to, amount: money(50)), context: bank.context(anna, key: Bank.newKey()))
        _ = try await bank.ledger.send(
            LedgerSignal.PostHold(hold: hold.transfer.id, amount: money(20)),
            context: bank.context(anna, key: Bank.newKey()))
        let before = try await spent()
        try await bank.house.kill("ledger")
        try await bank.house.start("ledger")
        let after = try await spent()
        // The test may run across midnight in UTC. Nothing has been spent on the new day then.
        let isSameDay = after.resetsAt == before.resetsAt
        #expect(after.spentToday == (isSameDay ? before.spentToday : money(0)))
        #expect(!isSameDay || after.leftToday == money(50))
        let fault = await #expect(throws: Fault.self) {
            _ = try await bank.ledger.send(
                LedgerSignal.MakeTransfer(from: from, to: to, amount: money(isSameDay ? 51 : 101)),
                context: bank.context(anna, key: Bank.newKey()))
        }
        #expect(fault?.code == .limitExceeded)
        #expect(try await bank.problems(as: anna) == [])
        await bank.close()
    }
}
