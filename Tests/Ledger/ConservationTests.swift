import Coordination
import Domain
import Foundation
import Signals
import Storage
import StrictJSON
import TestSupport
import Testing

@testable import LedgerService

/// Goal: no sequence of requests creates or destroys money.
/// Method: random requests from one seed, hostile amounts among them; both kinds of books get the same ones and answer
/// the same; at the end all sums are zero, nothing is below zero, and the books survive being opened again.
/// Replay a failure with `LEDGER_SEED=<seed>`.
@Suite struct ConservationTests {
    private static var seed: UInt64 {
        ProcessInfo.processInfo.environment["LEDGER_SEED"].flatMap(UInt64.init) ?? .random(in: .min ... .max)
    }

    private static let hostile: [Int64] = [
        0, -1, .min, .max, .max - 1, LedgerLimits.largestAmount, LedgerLimits.largestAmount + 1,
    ]

    @Test func moneyIsConservedAndBothKindsOfBooksAgree() async throws {
        let seed = Self.seed
        print("LEDGER_SEED=\(seed)")
        var generator = SeededGenerator(seed: seed)
        let clock = TestClock()
        let folder = TemporaryDirectory()
        let path = folder.path + "/ledger.sqlite3"
        let sqlite = try await SQLiteLedgerStore.open(at: path, clock: clock.wallClock)
        let memory = InMemoryLedgerStore(clock: clock.wallClock)
        let users = ["ann", "bob", "cleo"]
        var accounts: [(id: String, user: String)] = []
        for index in 0..<9 {
            let (id, user) = ("account-\(index)", users[index % 3])
            for store in [sqlite, memory] as [any LedgerStore] {
                let service = UseCaseService(ledger: store, clock: clock.wallClock, makeID: { id })
                let signal = LedgerSignal.OpenAccount(currency: index == 8 ? .usd : .rub)
                _ = try await self.answer(signal, service, user, nil)
            }
            accounts.append((id, user))
        }
        let services = [
            UseCaseService(ledger: sqlite, clock: clock.wallClock),
            UseCaseService(ledger: memory, clock: clock.wallClock),
        ]

        for step in 0..<1500 {
            clock.advance(by: .microseconds(Int64.random(in: 0...2, using: &generator)))
            let key =
                Int.random(in: 0..<4, using: &generator) == 0 ? "k\(Int.random(in: 0..<60, using: &generator))" : nil
            let user = users.randomElement(using: &generator) ?? "ann"
            func amount(_ generator: inout SeededGenerator) -> Money {
                let units =
                    Int.random(in: 0..<12, using: &generator) == 0
                    ? Self.hostile.randomElement(using: &generator) ?? 0 : Int64.random(in: 1...5000, using: &generator)
                return Money(minorUnits: units, currency: Int.random(in: 0..<9, using: &generator) == 0 ? .usd : .rub)
            }
            func some(_ generator: inout SeededGenerator) -> String {
                Int.random(in: 0..<30, using: &generator) == 0
                    ? "world-RUB" : accounts.randomElement(using: &generator)?.id ?? ""
            }
            var answers: [[UInt8]] = []
            switch Int.random(in: 0..<5, using: &generator) {
            case 0:
                let signal = LedgerSignal.Deposit(account: some(&generator), amount: amount(&generator))
                for service in services { answers.append(try await answer(signal, service, user, key)) }
            case 1:
                let signal = LedgerSignal.Withdraw(account: some(&generator), amount: amount(&generator))
                for service in services { answers.append(try await answer(signal, service, user, key)) }
            case 2:
                let items = (0..<Int.random(in: 1...5, using: &generator)).map { _ in
                    LedgerSignal.TransferItem(
                        from: some(&generator), to: some(&generator), amount: amount(&generator),
                        idempotencyKey: Bool.random(using: &generator)
                            ? "i\(Int.random(in: 0..<60, using: &generator))" : nil)
                }
                let signal = LedgerSignal.MakeTransfers(transfers: items, atomic: .random(using: &generator))
                for service in services { answers.append(try await answer(signal, service, user, key)) }
            default:
                let signal = LedgerSignal.MakeTransfer(
                    from: some(&generator), to: some(&generator), amount: amount(&generator))
                for service in services { answers.append(try await answer(signal, service, user, key)) }
            }
            #expect(answers[0] == answers[1], "step \(step) of LEDGER_SEED=\(seed)")
            if answers[0] != answers[1] { break }
        }

        let report = try await sqlite.check()
        #expect(report.problems == [])
        #expect(report.imbalance.allSatisfy { $0.minorUnits == 0 })
        #expect(report.transfers == (try await memory.check().transfers))
        let before = users.flatMap { sqlite.accounts(of: $0) }
        #expect(before.allSatisfy { $0.state.balance >= 0 })
        await sqlite.close()
        let again = try await SQLiteLedgerStore.open(at: path, clock: clock.wallClock)
        #expect(users.flatMap { again.accounts(of: $0) } == before)
        #expect(try await again.check() == report)
        await again.close()
    }

    private func answer<S: Signal>(
        _ signal: S, _ service: UseCaseService, _ user: String, _ key: String?
    ) async throws -> [UInt8] {
        let session = UserSession(userID: user, sessionID: "s", expiresAt: Instant(microseconds: .max))
        let handler = try #require(service.handler(for: S.self))
        do {
            return try JSONEncoding.encode(
                try await handler(signal, SignalContext(caller: .user(session), idempotencyKey: key)))
        } catch let fault as Fault {
            return try JSONEncoding.encode(fault)
        }
    }

    @Test func concurrentTransfersConserveMoneyToo() async throws {
        try await Bank.with(.sqlite) { bank in
            var accounts: [String] = []
            for _ in 0..<10 { accounts.append(try await bank.openAccount(of: "ann", with: 1000)) }
            let all = accounts
            await withTaskGroup(of: Void.self) { group in
                for worker in 0..<16 {
                    group.addTask {
                        var generator = SeededGenerator(seed: UInt64(worker))
                        for _ in 0..<100 {
                            let pair = all.shuffled(using: &generator)
                            let units = Int64.random(in: 1...400, using: &generator)
                            _ = try? await bank.send(transfer(pair[0], pair[1], units), as: "ann")
                        }
                    }
                }
            }
            let report = try await bank.check()
            #expect(report.problems == [])
            #expect(report.imbalance == [rubles(0)])
            let sum = try await bank.send(LedgerSignal.Accounts(), as: "ann").accounts.reduce(0) {
                $0 + $1.balance.minorUnits
            }
            #expect(sum == 10_000)
        }
    }
}
