import Coordination
import Domain
import Foundation
import Signals
import TestSupport
import Testing

@testable import LedgerService

/// Goal: whatever is asked in whatever order, the ledger does what its rules say, forgets nothing and can prove it.
/// Method: random histories of all operations from one seed, over weeks; a model that says the rules once more,
/// plainly, and both kinds of books get the same requests and must answer the same: amounts, balances, limits and what
/// is left of them, faults in their order, repeated keys. What falls due is made at the same moments. At the end all
/// that is kept is compared, the past is asked about, the books are checked, opened again, and made anew from their log
/// alone. Replay a failure with `LEDGER_SEED=<seed>`.
@Suite struct ModelTests {
    private static var seed: UInt64 {
        ProcessInfo.processInfo.environment["LEDGER_SEED"].flatMap(UInt64.init) ?? .random(in: .min ... .max)
    }

    private typealias Moment = (at: Instant, account: String, owner: String, balance: Int64, available: Int64)

    @Test func booksDoWhatTheRulesSay() async throws {
        let seed = Self.seed
        print("LEDGER_SEED=\(seed)")
        var generator = RequestGenerator(seed: seed)
        let clock = TestClock()
        let folder = TemporaryDirectory()
        let path = folder.path + "/ledger.sqlite3"
        let sqlite = try await SQLiteLedgerStore.open(at: path, clock: clock.wallClock)
        let banks = [
            ModelledBank(sqlite, clock), ModelledBank(InMemoryLedgerStore(clock: clock.wallClock), clock),
        ]
        var model = ModelBank()
        var past: [Moment] = []
        var unbooked = 0
        var done: [String: Int] = [:]
        var refused: [FaultCode: Int] = [:]

        for step in 0..<3000 {
            clock.advance(by: .milliseconds(Int64.random(in: 0...3, using: &generator.random)))
            // Never near midnight, where a record may be booked on the day after the one it was asked on.
            if step % 40 == 39 {
                clock.advance(by: .seconds(6 * 3600 * Int64.random(in: 1...9, using: &generator.random)))
                // What ran out meanwhile is not booked yet.
                for account in model.accounts
                where model.available(in: account, at: clock.time) != account.available {
                    unbooked += 1
                    note(account, model, clock, &past)
                }
            }
            if step % 10 == 0 {
                model.expire(clock.time)
                model.makeDue(clock.time)
                for bank in banks { try await bank.doDue() }
            }
            if step % 25 == 0, let account = model.accounts.randomElement(using: &generator.random) {
                note(account, model, clock, &past)
            }
            let (request, user, key) = generator.next(model, clock.time)
            let expected = model.apply(request, user, key, clock.time)
            switch expected {
            case .done, .list: done[request.kind, default: 0] += 1
            case .refused(let code): refused[code, default: 0] += 1
            }
            for bank in banks {
                let outcome = try await bank.apply(request, user, key)
                #expect(
                    outcome == expected, "step \(step), \(request) by \(user), key \(key ?? "-"), LEDGER_SEED=\(seed)")
                guard outcome == expected else { return }
            }
        }

        // A history in which something never happened proves nothing of it.
        #expect(done.count == ModelRequest.kindCount, "\(done), LEDGER_SEED=\(seed)")
        #expect(refused.keys.contains(.limitExceeded), "LEDGER_SEED=\(seed)")
        #expect(unbooked > 0, "LEDGER_SEED=\(seed)")
        #expect(model.schedules.contains { $0.done > 0 } && model.schedules.contains { $0.failed > 0 })

        for bank in banks { try await compare(bank, with: model, at: clock.time, seed) }
        clock.advance(by: .seconds(1))
        for moment in past {
            for bank in banks {
                let found = try await bank.send(
                    LedgerSignal.Balance(account: moment.account, at: moment.at), moment.owner)
                #expect(found.balance.minorUnits == moment.balance, "LEDGER_SEED=\(seed)")
                #expect(found.available.minorUnits == moment.available, "LEDGER_SEED=\(seed)")
            }
        }
        let report = try await sqlite.check()
        #expect(report.problems == [], "LEDGER_SEED=\(seed)")
        #expect(report.imbalance.allSatisfy { $0.minorUnits == 0 })
        #expect(report.records == Int64(model.records))
        #expect(report.transfers == Int64(model.transfers.count))
        #expect(report.transfers == (try await banks[1].store.check().transfers))
        let before = RequestGenerator.users.flatMap { sqlite.accounts(of: $0) }
        await sqlite.close()

        let again = try await SQLiteLedgerStore.open(at: path, clock: clock.wallClock)
        #expect(RequestGenerator.users.flatMap { again.accounts(of: $0) } == before)
        #expect(try await again.check() == report)
        try await compare(ModelledBank(again, clock), with: model, at: clock.time, seed)
        await again.close()

        let newPath = folder.path + "/again.sqlite3"
        try await ChainReplay.replay(path, into: newPath)
        let anew = try await SQLiteLedgerStore.open(at: newPath, clock: clock.wallClock)
        // Limits are what people wish, not what happened: no part of the log.
        let withoutLimits = before.map { account in
            var account = account
            account.limits = .none
            return account
        }
        #expect(RequestGenerator.users.flatMap { anew.accounts(of: $0) } == withoutLimits)
        #expect(try await anew.check() == report)
        await anew.close()
        #expect(try LedgerDump(path) == LedgerDump(newPath), "LEDGER_SEED=\(seed)")
    }

    /// Notes what is in an account now, to be asked about at the end.
    private func note(_ account: ModelBank.Account, _ model: ModelBank, _ clock: TestClock, _ past: inout [Moment]) {
        guard let owner = account.owner else { return }
        // What was just made was booked up to some microseconds from now.
        clock.advance(by: .milliseconds(1))
        past.append((clock.time, account.id, owner, account.balance, model.available(in: account, at: clock.time)))
        clock.advance(by: .milliseconds(1))
    }

    /// All that a bank keeps is what the model has.
    private func compare(_ bank: ModelledBank, with model: ModelBank, at now: Instant, _ seed: UInt64) async throws {
        for account in model.accounts {
            let kept = try #require(bank.store.account(account.id))
            #expect(kept.state.balance == account.balance)
            #expect(kept.state.held == account.held)
            guard let owner = account.owner else { continue }
            let limits = try await bank.send(LedgerSignal.GetLimits(account: account.id), owner).limits
            #expect(ModelledBank.told(limits) == model.limits(of: account.id, now), "LEDGER_SEED=\(seed)")
            let holds = try await bank.send(LedgerSignal.Holds(account: account.id, limit: 1000), owner).holds
            let open = model.transfers.filter { _, transfer in
                transfer.status == "pending" && transfer.expiresAt ?? Instant(microseconds: .max) > now
                    && (transfer.from == account.id || transfer.to == account.id)
            }
            var names: Set<String> = []
            for hold in holds { names.insert(try await bank.name(of: hold.id)) }
            #expect(names == Set(open.keys), "LEDGER_SEED=\(seed)")
        }
        for user in RequestGenerator.users {
            let mandates = try await bank.send(LedgerSignal.Mandates(), user).mandates
            let granted = model.mandates.filter { $0.owner == user }
            #expect(Set(mandates.map(ModelledBank.told)) == Set(granted.map(\.told)), "LEDGER_SEED=\(seed)")
            let spent = Dictionary(uniqueKeysWithValues: granted.map { ($0.id, $0.spent(now)) })
            for mandate in mandates { #expect(mandate.spent.minorUnits == spent[mandate.id], "LEDGER_SEED=\(seed)") }
            let schedules = try await bank.send(LedgerSignal.Schedules(), user).schedules
            let made = model.schedules.filter { $0.owner == user }
            #expect(Set(schedules.map(ModelledBank.told)) == Set(made.map(model.told)), "LEDGER_SEED=\(seed)")
            for schedule in made {
                let runs = try await bank.send(LedgerSignal.ScheduleRuns(id: schedule.id, limit: 1000), user).runs
                var told: [String] = []
                for run in runs.reversed() {
                    var outcome = run.fault ?? ""
                    if let transfer = run.transfer { outcome = try await bank.name(of: transfer) }
                    told.append("\(run.occurrence) \(run.attempt) \(outcome)")
                }
                #expect(told == schedule.runs.suffix(1000), "LEDGER_SEED=\(seed)")
            }
        }
    }
}
