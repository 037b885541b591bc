import Coordination
import Domain
import Reasons
import Signals
import Testing

@testable import LedgerService

@Suite struct LimitTests {
    private func set(
        _ account: String, perTransfer: Int64? = nil, daily: Int64? = nil, confirmAbove: Int64? = nil,
        remove: [LedgerSignal.LimitName]? = nil, code: String? = nil
    ) -> LedgerSignal.SetLimits {
        LedgerSignal.SetLimits(
            account: account, perTransfer: perTransfer.map(rubles), daily: daily.map(rubles),
            confirmAbove: confirmAbove.map(rubles), remove: remove, code: code)
    }

    @Test(arguments: StoreKind.allCases)
    func limitsBindWhateverLeaves(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let ann = try await bank.openAccount(of: "ann", with: 100_000)
            let own = try await bank.openAccount(of: "ann")
            let bob = try await bank.openAccount(of: "bob")
            let limits = try await bank.send(set(ann, perTransfer: 500, daily: 900), as: "ann").limits
            #expect(limits.leftToday == rubles(900))
            #expect(limits.resetsAt == Instant("2026-11-22T00:00:00Z"))
            let tooMuch = try await bank.fault(transfer(ann, bob, 501), as: "ann")
            #expect(tooMuch.code == .limitExceeded)
            #expect(tooMuch.details["which"] == .text("perTransfer"))
            #expect(tooMuch.details["left"] == .text("5.00"))
            _ = try await bank.send(transfer(ann, bob, 500), as: "ann")
            _ = try await bank.send(LedgerSignal.Withdraw(account: ann, amount: rubles(300)), as: "ann")
            let over = try await bank.fault(transfer(ann, bob, 101), as: "ann")
            #expect(over.code == .limitExceeded)
            #expect(over.details["which"] == .text("daily"))
            #expect(over.details["limit"] == .text("9.00"))
            #expect(over.details["left"] == .text("1.00"))
            #expect(over.details["resetsAt"] == .text("2026-11-22T00:00:00Z"))
            // Funds come first; one more account is no way round.
            #expect(try await bank.fault(transfer(ann, bob, 200_000), as: "ann").code == .insufficientFunds)
            #expect(try await bank.fault(transfer(ann, own, 501), as: "ann").details["which"] == .text("perTransfer"))
            #expect(try await bank.fault(transfer(ann, own, 101), as: "ann").details["which"] == .text("daily"))
            let results = try await bank.send(
                LedgerSignal.MakeTransfers(transfers: [item(ann, bob, 101), item(ann, bob, 100)]), as: "ann"
            ).results
            guard case .fault(let refused) = results[0], case .transfer = results[1] else {
                Issue.record("\(results)")
                return
            }
            #expect(refused.code == .limitExceeded)
            let shown = try await bank.send(LedgerSignal.GetLimits(account: ann), as: "ann").limits
            #expect(shown.leftToday == rubles(0))
            #expect(shown.spentToday == rubles(900))
            // The day ends at midnight in UTC.
            bank.clock.advance(by: .seconds(15 * 3600))
            #expect(
                try await bank.send(LedgerSignal.GetLimits(account: ann), as: "ann").limits.leftToday == rubles(900))
            _ = try await bank.send(transfer(ann, bob, 500), as: "ann")
        }
    }

    @Test(arguments: StoreKind.allCases)
    func aRefusalByALimitIsKeptUnderItsKey(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let ann = try await bank.openAccount(of: "ann", with: 1000)
            let bob = try await bank.openAccount(of: "bob")
            _ = try await bank.send(set(ann, perTransfer: 10), as: "ann")
            #expect(try await bank.fault(transfer(ann, bob, 11), as: "ann", key: "k").code == .limitExceeded)
            _ = try await bank.send(set(ann, remove: [.perTransfer]), as: "ann")
            #expect(try await bank.fault(transfer(ann, bob, 11), as: "ann", key: "k").code == .limitExceeded)
            _ = try await bank.send(transfer(ann, bob, 11), as: "ann", key: "k2")
        }
    }

    @Test(arguments: StoreKind.allCases)
    func whatWasRolledBackWasNotSpent(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let ann = try await bank.openAccount(of: "ann", with: 1000)
            let bob = try await bank.openAccount(of: "bob")
            _ = try await bank.send(set(ann, daily: 500), as: "ann")
            let list = LedgerSignal.MakeTransfers(transfers: [item(ann, bob, 400), item(ann, bob, 200)], atomic: true)
            _ = try await bank.send(list, as: "ann")
            let left = try await bank.send(LedgerSignal.GetLimits(account: ann), as: "ann").limits.leftToday
            #expect(left == rubles(500))
        }
    }

    @Test(arguments: StoreKind.allCases)
    func setLimitsHoldsItsParametersAgainstTheRules(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let ann = try await bank.openAccount(of: "ann")
            func code(_ signal: LedgerSignal.SetLimits, as user: String? = "ann") async throws -> FaultCode {
                try await bank.fault(signal, as: user).code
            }
            #expect(try await code(set(ann)) == .invalidArgument)
            #expect(try await code(set(ann, daily: -1)) == .invalidArgument)
            #expect(try await code(set(ann, daily: 1, remove: [.daily])) == .invalidArgument)
            #expect(try await code(set(ann, daily: 1), as: "bob") == .notFound)
            #expect(try await code(set("none", daily: 1)) == .notFound)
            #expect(try await code(set(ann, daily: 1), as: nil) == .unauthenticated)
            let dollars = LedgerSignal.SetLimits(account: ann, daily: Money(minorUnits: 1, currency: .usd))
            #expect(try await code(dollars) == .currencyMismatch)
            #expect(try await bank.fault(LedgerSignal.GetLimits(account: ann), as: "bob").code == .notFound)
            #expect(try await bank.send(set(ann, daily: 0), as: "ann").limits.leftToday == rubles(0))
        }
    }

    @Test(arguments: StoreKind.allCases)
    func onceCodesAreAskedForLooseningTakesOne(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let ann = try await bank.openAccount(of: "ann", with: 1000)
            // Asking for codes proves that there are some.
            let first = try await bank.fault(set(ann, confirmAbove: 100), as: "ann")
            #expect(first.code == .confirmationRequired)
            let none = try await bank.fault(set(ann, confirmAbove: 100, code: "right"), as: "ann")
            #expect(none.code == .confirmationRequired)
            #expect(none.details["enrolled"] == .flag(false))
            bank.codes.enrol("ann")
            #expect(try await bank.fault(set(ann, confirmAbove: 100, code: "no"), as: "ann").code == .wrongCode)
            _ = try await bank.send(set(ann, confirmAbove: 100, code: "right 1"), as: "ann")
            let checks = bank.codes.checks
            // Lowering is free.
            _ = try await bank.send(set(ann, perTransfer: 500, daily: 900, confirmAbove: 50), as: "ann")
            _ = try await bank.send(set(ann, daily: 800, code: "right 2"), as: "ann")
            #expect(bank.codes.checks == checks)
            for loosening in [
                set(ann, confirmAbove: 51), set(ann, remove: [.confirmAbove]), set(ann, perTransfer: 501),
                set(ann, remove: [.daily]), set(ann, perTransfer: 1, daily: 801),
            ] {
                #expect(try await bank.fault(loosening, as: "ann").code == .confirmationRequired)
            }
            #expect(try await bank.fault(set(ann, daily: 801, code: "right 1"), as: "ann").code == .wrongCode)
            // The code is used up once for a key, and the answer kept.
            let raised = set(ann, daily: 801, code: "right 3")
            let answer = try await bank.send(raised, as: "ann", key: "raise")
            #expect(answer.limits.daily == rubles(801))
            #expect(try await bank.send(raised, as: "ann", key: "raise") == answer)
            _ = try await bank.send(set(ann, remove: [.confirmAbove, .daily], code: "right 4"), as: "ann")
            // Codes are on, whether or not this account asks for them.
            #expect(try await bank.fault(set(ann, perTransfer: 10_000), as: "ann").code == .confirmationRequired)
            let last = try await bank.send(set(ann, perTransfer: 10_000, code: "right 5"), as: "ann")
            #expect(last.limits.perTransfer == rubles(10_000))
        }
    }
}
