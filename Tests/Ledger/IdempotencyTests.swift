import Coordination
import Domain
import Signals
import StrictJSON
import Testing

@testable import LedgerService

@Suite struct IdempotencyTests {
    @Test(arguments: StoreKind.allCases)
    func theSameKeyBringsTheSameAnswerByteForByte(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            func twice<S: Signal>(_ signal: S, _ key: String) async throws -> S.Answer {
                let first = try await bank.send(signal, as: "ann", key: key)
                bank.clock.advance(by: .seconds(1))
                let again = try await bank.send(signal, as: "ann", key: key)
                #expect(try JSONEncoding.encode(first) == JSONEncoding.encode(again))
                return again
            }
            let ann = try await twice(LedgerSignal.OpenAccount(currency: .rub, name: "Ann's"), "open").account.id
            let bob = try await bank.openAccount(of: "bob")
            _ = try await twice(LedgerSignal.Deposit(account: ann, amount: rubles(100), category: "gift"), "in")
            _ = try await twice(transfer(ann, bob, 30, "Bread"), "over")
            _ = try await twice(LedgerSignal.Withdraw(account: ann, amount: rubles(20)), "out")
            let list = LedgerSignal.MakeTransfers(transfers: [
                item(ann, bob, 1), item(ann, bob, 1000), item(ann, bob, 2),
            ])
            _ = try await twice(list, "list")
            let opened = try await twice(LedgerSignal.OpenAccount(currency: .rub, name: "Ann's"), "open").account
            #expect(opened.balance == rubles(0))
            #expect(try await bank.balance(ann, of: "ann") == 47)
            #expect(try await bank.check().transfers == 5)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func theSameKeyWithOtherContentIsAConflict(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let ann = try await bank.openAccount(of: "ann", with: 100)
            let bob = try await bank.openAccount(of: "bob", with: 100)
            _ = try await bank.send(transfer(ann, bob, 1), as: "ann", key: "k")
            let fault = try await bank.fault(transfer(ann, bob, 2), as: "ann", key: "k")
            #expect(fault.code == .conflict)
            #expect(fault.field == "_meta.idempotencyKey")
            let deposit = LedgerSignal.Deposit(account: ann, amount: rubles(1))
            #expect(try await bank.fault(deposit, as: "ann", key: "k").code == .conflict)
            // Another caller's key is another key.
            _ = try await bank.send(transfer(bob, ann, 2), as: "bob", key: "k")
        }
    }

    @Test(arguments: StoreKind.allCases)
    func aKeyThatFailedNeverSucceedsLater(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let ann = try await bank.openAccount(of: "ann", with: 10)
            let bob = try await bank.openAccount(of: "bob")
            let refusal = try await bank.fault(transfer(ann, bob, 50), as: "ann", key: "k")
            #expect(refusal.code == .insufficientFunds)
            _ = try await bank.send(LedgerSignal.Deposit(account: ann, amount: rubles(1000)), as: "ann")
            #expect(try await bank.fault(transfer(ann, bob, 50), as: "ann", key: "k") == refusal)
            _ = try await bank.send(transfer(ann, bob, 50), as: "ann", key: "another")
        }
    }

    @Test(arguments: StoreKind.allCases)
    func faultsOfTheRequestAreNotKept(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let ann = try await bank.openAccount(of: "ann", with: 10)
            #expect(try await bank.fault(transfer(ann, "none", 5), as: "ann", key: "k").code == .notFound)
            #expect(try await bank.fault(transfer(ann, ann, 5), as: "ann", key: "k").code == .sameAccount)
            let bob = try await bank.openAccount(of: "bob")
            _ = try await bank.send(transfer(ann, bob, 5), as: "ann", key: "k")
        }
    }

    @Test(arguments: StoreKind.allCases)
    func keysAreHeldToTheirRules(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let ann = try await bank.openAccount(of: "ann", with: 10)
            let bob = try await bank.openAccount(of: "bob")
            for key in ["", String(repeating: "k", count: 129), "tab\t", "ключ"] {
                let fault = try await bank.fault(transfer(ann, bob, 1), as: "ann", key: key)
                #expect(fault.code == .invalidArgument)
                #expect(fault.field == "_meta.idempotencyKey")
                let list = LedgerSignal.MakeTransfers(transfers: [item(ann, bob, 1, key: key)])
                let result = try await bank.send(list, as: "ann").results[0]
                #expect(result.code == .invalidArgument)
                #expect(result.field == "transfers[0].idempotencyKey")
            }
            #expect(try await bank.balance(ann, of: "ann") == 10)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func transfersOfAListHaveKeysOfTheirOwn(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let ann = try await bank.openAccount(of: "ann", with: 100)
            let bob = try await bank.openAccount(of: "bob")
            func send(_ items: [LedgerSignal.TransferItem], atomic: Bool) async throws -> [LedgerSignal.TransferResult]
            {
                try await bank.send(LedgerSignal.MakeTransfers(transfers: items, atomic: atomic), as: "ann").results
            }
            let first = try await send([item(ann, bob, 10, key: "a"), item(ann, bob, 10, key: "a")], atomic: false)
            #expect(first[0] == first[1])
            let second = try await send([item(ann, bob, 10, key: "a"), item(ann, bob, 11, key: "a")], atomic: false)
            #expect(second[0] == first[0])
            #expect(second[1].code == .conflict)
            #expect(second[1].field == "transfers[1].idempotencyKey")
            #expect(try await bank.balance(bob, of: "bob") == 10)

            // A transfer that was undone with its list may be made later, the one that was refused may not.
            let undone = try await send([item(ann, bob, 5, key: "b"), item(ann, bob, 500, key: "c")], atomic: true)
            #expect(undone.map(\.code) == [.rolledBack, .insufficientFunds])
            _ = try await bank.send(LedgerSignal.Deposit(account: ann, amount: rubles(1000)), as: "ann")
            let later = try await send([item(ann, bob, 5, key: "b"), item(ann, bob, 500, key: "c")], atomic: false)
            #expect(later.map(\.code) == [nil, .insufficientFunds])
            #expect(try await bank.balance(bob, of: "bob") == 15)
        }
    }

    @Test(arguments: StoreKind.allCases, [true, false])
    func aListAndItsTransfersNeedKeysOfTheirOwn(kind: StoreKind, atomic: Bool) async throws {
        try await Bank.with(kind) { bank in
            let ann = try await bank.openAccount(of: "ann", with: 10)
            let bob = try await bank.openAccount(of: "bob")
            for amount: Int64 in [5, 500] {
                let list = LedgerSignal.MakeTransfers(transfers: [item(ann, bob, amount, key: "k")], atomic: atomic)
                let fault = try await bank.fault(list, as: "ann", key: "k")
                #expect(fault.code == .conflict)
                #expect(fault.field == "_meta.idempotencyKey")
            }
            // Nothing was done, and the key is still free.
            #expect(try await bank.balance(bob, of: "bob") == 0)
            _ = try await bank.send(transfer(ann, bob, 1), as: "ann", key: "k")
        }
    }
}
