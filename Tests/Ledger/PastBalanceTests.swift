import Coordination
import Domain
import Signals
import Storage
import TestSupport
import Testing

@testable import LedgerService

@Suite struct PastBalanceTests {
    @Test func theBalanceAtEveryMomentIsWhatAScanFinds() async throws {
        try await Bank.with(.sqlite) { bank in
            let ann = try await bank.openAccount(of: "ann", with: 1_000_000)
            let accounts = [ann, try await bank.openAccount(of: "ann"), try await bank.openAccount(of: "ann")]
            var moments = [bank.clock.time]
            var generator = SeededGenerator(seed: 7)
            for _ in 0..<400 {
                bank.clock.advance(by: .milliseconds(Int64.random(in: 0...3, using: &generator)))
                let pair = accounts.shuffled(using: &generator)
                _ = try? await bank.send(transfer(pair[0], pair[1], .random(in: 1...100, using: &generator)), as: "ann")
                moments.append(bank.clock.time)
            }
            let store = try #require(bank.store as? SQLiteLedgerStore)
            bank.clock.advance(by: .seconds(1))
            for moment in moments {
                for account in accounts {
                    let scanned: Int64? = try await store.store.read { transaction in
                        try transaction.connection.first(
                            """
                            SELECT coalesce(sum(amount_minor), 0) FROM entries JOIN accounts ON number = account
                            WHERE id = ? AND booked_at_us <= ?
                            """, account, moment)
                    }
                    #expect(try await bank.balance(account, of: "ann", at: moment) == scanned)
                }
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func theFutureIsNotKnownAndThePastIsEmpty(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let before = bank.clock.time + .seconds(-60)
            let ann = try await bank.openAccount(of: "ann", with: 5)
            #expect(try await bank.balance(ann, of: "ann", at: before) == 0)
            let signal = LedgerSignal.Balance(account: ann, at: bank.clock.time + .microseconds(1))
            let fault = try await bank.fault(signal, as: "ann")
            #expect(fault.code == .invalidArgument)
            #expect(fault.field == "at")
            bank.clock.advance(by: .seconds(1))
            let now = try await bank.send(LedgerSignal.Balance(account: ann, at: bank.clock.time), as: "ann")
            #expect(now.balance == rubles(5))
            #expect(now.asOf == bank.clock.time)
        }
    }
}
