import Coordination
import Domain
import Reasons
import Signals
import Testing

@testable import LedgerService

@Suite struct ConfirmationTests {
    /// A bank where what Ann sends above 1.00 needs a code.
    private func with(
        _ kind: StoreKind, _ body: @escaping (Bank, _ ann: String, _ bob: String) async throws -> Void
    ) async throws {
        try await Bank.with(kind) { bank in
            let ann = try await bank.openAccount(of: "ann", with: 10_000)
            let bob = try await bank.openAccount(of: "bob")
            bank.codes.enrol("ann")
            bank.codes.enrol("bob")
            _ = try await bank.send(
                LedgerSignal.SetLimits(account: ann, confirmAbove: rubles(100), code: "right first"), as: "ann")
            try await body(bank, ann, bob)
        }
    }

    private func challenge(_ fault: Fault) throws -> String {
        try #require(fault.code == .confirmationRequired, "\(fault)")
        guard case .text(let challenge)? = fault.details["challenge"] else { throw fault }
        return challenge
    }

    private func confirm(_ challenge: String, _ code: String) -> LedgerSignal.Confirm {
        LedgerSignal.Confirm(challenge: challenge, code: code)
    }

    @Test(arguments: StoreKind.allCases) func aDryRunTellsThatACodeIsNeeded(kind: StoreKind) async throws {
        func dryRun(_ from: String, _ to: String, _ amount: Int64) -> LedgerSignal.MakeTransfer {
            LedgerSignal.MakeTransfer(from: from, to: to, amount: rubles(amount), dryRun: true)
        }
        try await with(kind) { bank, ann, bob in
            let small = try await bank.send(dryRun(ann, bob, 100), as: "ann")
            #expect(small.needsCode == nil)
            let large = try await bank.send(dryRun(ann, bob, 500), as: "ann")
            #expect(large.needsCode == true)
            #expect(large.transfer.amount == rubles(500) && large.balances.map(\.balance) == [rubles(9500)])
            #expect(try await bank.fault(dryRun(ann, bob, 10_001), as: "ann").code == .insufficientFunds)
            #expect(try await bank.balance(ann, of: "ann") == 10_000, "nothing was done")
            #expect(try await bank.send(transfer(ann, bob, 100), as: "ann").needsCode == nil)
        }
    }

    @Test(arguments: StoreKind.allCases) func aCodeConfirmsExactlyWhatWasShownOnce(kind: StoreKind) async throws {
        try await with(kind) { bank, ann, bob in
            _ = try await bank.send(transfer(ann, bob, 100), as: "ann")
            let fault = try await bank.fault(transfer(ann, bob, 500, "rent"), as: "ann", key: "k")
            let id = try challenge(fault)
            #expect(fault.details["to"] == .text(bob))
            #expect(fault.details["amount"] == .text("5.00"))
            #expect(fault.details["currency"] == .text("RUB"))
            #expect(fault.message.contains(bob) && fault.message.contains("5.00 RUB"))
            #expect(try await bank.balance(bob, of: "bob") == 100)
            let answer = try await bank.send(confirm(id, "right 1"), as: "ann")
            #expect(answer.transfer.amount == rubles(500))
            #expect(answer.transfer.description == "rent")
            #expect(answer.balances.map(\.balance) == [rubles(9400)])
            // Asked again, also with a code that is no good, and by the key of the request.
            #expect(answer.doneBefore == nil)
            let again = try await bank.send(confirm(id, "wrong"), as: "ann")
            #expect(again.transfer == answer.transfer && again.balances == answer.balances)
            #expect(again.doneBefore == true, "it says that nothing was done now")
            #expect(try await bank.send(transfer(ann, bob, 500, "rent"), as: "ann", key: "k") == answer)
            #expect(try await bank.balance(bob, of: "bob") == 600)
            #expect(bank.codes.checks == 2)
        }
    }

    @Test(arguments: StoreKind.allCases) func anythingElseVoidsTheChallenge(kind: StoreKind) async throws {
        try await with(kind) { bank, ann, bob in
            let first = try challenge(try await bank.fault(transfer(ann, bob, 500), as: "ann"))
            #expect(try challenge(try await bank.fault(transfer(ann, bob, 500), as: "ann")) == first)
            let second = try challenge(try await bank.fault(transfer(ann, bob, 501), as: "ann"))
            #expect(second != first)
            #expect(try await bank.fault(confirm(first, "right 1"), as: "ann").code == .challengeVoid)
            #expect(bank.codes.checks == 1)
            #expect(try await bank.send(confirm(second, "right 1"), as: "ann").transfer.amount == rubles(501))
            let again = try challenge(try await bank.fault(transfer(ann, bob, 501), as: "ann"))
            #expect(again != second)
        }
    }

    @Test(arguments: StoreKind.allCases) func threeWrongCodesVoidIt(kind: StoreKind) async throws {
        try await with(kind) { bank, ann, bob in
            let id = try challenge(try await bank.fault(transfer(ann, bob, 500), as: "ann"))
            for left in [2, 1] {
                let fault = try await bank.fault(confirm(id, "wrong"), as: "ann")
                #expect(fault.code == .wrongCode)
                #expect(fault.details["triesLeft"] == .number(left))
            }
            #expect(try await bank.fault(confirm(id, "wrong"), as: "ann").code == .challengeVoid)
            #expect(try await bank.fault(confirm(id, "right 1"), as: "ann").code == .challengeVoid)
            #expect(bank.codes.checks == 4)
            #expect(try await bank.balance(bob, of: "bob") == 0)
            let next = try challenge(try await bank.fault(transfer(ann, bob, 500), as: "ann"))
            #expect(next != id)
            _ = try await bank.send(confirm(next, "right 1"), as: "ann")
        }
    }

    @Test(arguments: StoreKind.allCases) func manyGuessesAtOnceGetNoMoreTries(kind: StoreKind) async throws {
        try await with(kind) { bank, ann, bob in
            let id = try challenge(try await bank.fault(transfer(ann, bob, 500), as: "ann"))
            let codes = await withTaskGroup(of: FaultCode?.self) { group in
                for guess in 0..<20 {
                    group.addTask { try? await bank.fault(confirm(id, "wrong \(guess)"), as: "ann").code }
                }
                return await group.reduce(into: [FaultCode?]()) { $0.append($1) }
            }
            #expect(bank.codes.checks == 1 + Challenge.tries)
            #expect(codes.allSatisfy { $0 == .wrongCode || $0 == .challengeVoid })
        }
    }

    @Test(arguments: StoreKind.allCases) func itIsItsUsersAndForFiveMinutes(kind: StoreKind) async throws {
        try await with(kind) { bank, ann, bob in
            let id = try challenge(try await bank.fault(transfer(ann, bob, 500), as: "ann"))
            #expect(try await bank.fault(confirm(id, "right 1"), as: "bob").code == .notFound)
            #expect(try await bank.fault(confirm("none", "right 1"), as: "ann").code == .notFound)
            #expect(try await bank.fault(confirm(id, ""), as: "ann").code == .invalidArgument)
            #expect(try await bank.fault(confirm(id, "right 1"), as: nil).code == .unauthenticated)
            #expect(bank.codes.checks == 1)
            bank.clock.advance(by: .seconds(301))
            #expect(try await bank.fault(confirm(id, "right 1"), as: "ann").code == .challengeVoid)
            #expect(try challenge(try await bank.fault(transfer(ann, bob, 500), as: "ann")) != id)
        }
    }

    @Test(arguments: StoreKind.allCases) func aTryThatNobodyLookedAtIsGivenBack(kind: StoreKind) async throws {
        try await with(kind) { bank, ann, bob in
            let id = try challenge(try await bank.fault(transfer(ann, bob, 500), as: "ann"))
            bank.codes.fail(with: Fault(.unavailable, "auth is away."))
            for _ in 0..<5 {
                #expect(try await bank.fault(confirm(id, "right 1"), as: "ann").code == .unavailable)
            }
            bank.codes.fail(with: nil)
            _ = try await bank.send(confirm(id, "right 1"), as: "ann")
        }
    }

    @Test(arguments: StoreKind.allCases) func theRulesHoldWhenItIsCarriedOut(kind: StoreKind) async throws {
        try await with(kind) { bank, ann, bob in
            // A challenge is made for what would succeed only.
            #expect(try await bank.fault(transfer(ann, bob, 20_000), as: "ann").code == .insufficientFunds)
            let id = try challenge(try await bank.fault(transfer(ann, bob, 9_000), as: "ann", key: "k"))
            for _ in 0..<20 { _ = try await bank.send(transfer(ann, bob, 100), as: "ann") }
            #expect(try await bank.fault(confirm(id, "right 1"), as: "ann").code == .insufficientFunds)
            // The refusal is kept, under the key of the request too.
            _ = try await bank.send(LedgerSignal.Deposit(account: ann, amount: rubles(2_000)), as: "ann")
            #expect(try await bank.fault(confirm(id, "right 2"), as: "ann").code == .insufficientFunds)
            #expect(try await bank.fault(transfer(ann, bob, 9_000), as: "ann", key: "k").code == .insufficientFunds)
            #expect(try await bank.balance(bob, of: "bob") == 2_000)
            #expect(try await bank.check().problems == [])
        }
    }

    @Test(arguments: StoreKind.allCases) func withdrawalsAreConfirmedAndListsAreNot(kind: StoreKind) async throws {
        try await with(kind) { bank, ann, bob in
            let withdrawal = LedgerSignal.Withdraw(
                account: ann, amount: rubles(200), description: "cash", category: "c")
            let id = try challenge(try await bank.fault(withdrawal, as: "ann"))
            #expect(try await bank.send(confirm(id, "right 1"), as: "ann").transfer.to == "world-RUB")
            let results = try await bank.send(
                LedgerSignal.MakeTransfers(transfers: [item(ann, bob, 500), item(ann, bob, 50)]), as: "ann"
            ).results
            guard case .fault(let fault) = results[0], case .transfer = results[1] else {
                Issue.record("\(results)")
                return
            }
            #expect(fault.code == .confirmationRequired)
            #expect(fault.details["challenge"] == nil)
            // One more account is no way round.
            let own = try await bank.openAccount(of: "ann")
            _ = try challenge(try await bank.fault(transfer(ann, own, 5_000), as: "ann"))
        }
    }
}
