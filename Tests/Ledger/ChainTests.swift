import Coordination
import Domain
import Reasons
import Signals
import Storage
import StrictJSON
import Testing

@testable import LedgerService

@Suite struct ChainTests {
    private func list(_ items: [LedgerSignal.TransferItem]) -> LedgerSignal.MakeTransfers {
        LedgerSignal.MakeTransfers(transfers: items)
    }

    @Test(arguments: StoreKind.allCases)
    func linkedTransfersSucceedOrFailTogether(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let (ann, bob) = (try await bank.openAccount(of: "ann", with: 100), try await bank.openAccount(of: "bob"))
            let items = [
                item(ann, bob, 1), item(ann, bob, 2, linked: true), item(ann, bob, 500, linked: true),
                item(ann, bob, 4), item(ann, bob, 8, linked: true), item(ann, bob, 16), item(ann, bob, 32),
            ]
            let results = try await bank.send(list(items), as: "ann").results
            #expect(
                results.map(\.code) == [nil, .rolledBack, .insufficientFunds, .rolledBack, nil, nil, nil])
            #expect(results[2].field == "transfers[2].amount")
            #expect(try await bank.balance(bob, of: "bob") == 57)
            let fault = try await bank.fault(list([item(ann, bob, 1), item(ann, bob, 1, linked: true)]), as: "ann")
            #expect(fault.code == .invalidArgument)
            #expect(fault.field == "transfers[1].linked")
            #expect(try await bank.check().problems == [])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func aTransferUpToAnAmountMovesWhatIsThere(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let (ann, bob) = (try await bank.openAccount(of: "ann", with: 100), try await bank.openAccount(of: "bob"))
            _ = try await bank.send(LedgerSignal.SetOverdraft(account: ann, limit: rubles(1000)), as: "ann")
            _ = try await bank.hold(ann, bob, 30)
            let most = LedgerSignal.MakeTransfer(from: ann, to: bob, amount: rubles(500), upTo: true)
            #expect(try await bank.send(most, as: "ann").transfer.amount == rubles(70))
            let nothing = try await bank.fault(most, as: "ann")
            #expect(nothing.code == .insufficientFunds)
            #expect(nothing.message.contains("does not use the overdraft") && !nothing.message.contains("0.00"))
            let tooMuch = try await bank.fault(
                LedgerSignal.MakeTransfer(from: ann, to: bob, amount: rubles(1001)), as: "ann")
            #expect(
                tooMuch.message
                    == "Insufficient funds: 10.00 RUB available with the overdraft, 10.01 RUB needed.")
            #expect(tooMuch.details["available"] == "0.00" && tooMuch.details["overdraft"] == "10.00")
            _ = try await bank.send(LedgerSignal.Deposit(account: ann, amount: rubles(600)), as: "ann")
            #expect(try await bank.send(most, as: "ann").transfer.amount == rubles(500))
            let results = try await bank.send(list([item(ann, bob, 500, upTo: true)]), as: "ann").results
            guard case .transfer(let moved) = results[0] else { throw Bank.Unrefused(method: "ledger.transfers") }
            #expect(moved.amount == rubles(100))
            #expect(try await bank.check().problems == [])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func aClosingTransferLeavesNothingBehind(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let (ann, bob) = (try await bank.openAccount(of: "ann", with: 100), try await bank.openAccount(of: "bob"))
            func closing(_ units: Int64, upTo: Bool? = nil) -> LedgerSignal.MakeTransfer {
                LedgerSignal.MakeTransfer(from: ann, to: bob, amount: rubles(units), upTo: upTo, closes: true)
            }
            #expect(try await bank.fault(closing(99), as: "ann").code == .accountNotEmpty)
            #expect(try await bank.fault(closing(101), as: "ann").code == .insufficientFunds)
            let hold = try await bank.hold(ann, bob, 10).transfer.id
            #expect(try await bank.fault(closing(1000, upTo: true), as: "ann").code == .accountNotEmpty)
            _ = try await bank.send(LedgerSignal.VoidHold(hold: hold), as: "ann")
            #expect(try await bank.balance(ann, of: "ann") == 100)
            let answer = try await bank.send(closing(1000, upTo: true), as: "ann")
            #expect(answer.transfer.amount == rubles(100))
            #expect(bank.store.account(ann)?.status == .closed)
            #expect(try await bank.fault(transfer(bob, ann, 1), as: "bob").code == .accountClosed)
            #expect(try await bank.check().problems == [])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func aDryRunTellsWhatWouldBeAndDoesNothing(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let (ann, bob) = (try await bank.openAccount(of: "ann", with: 100), try await bank.openAccount(of: "bob"))
            func dry(_ units: Int64, _ closes: Bool? = nil) -> LedgerSignal.MakeTransfer {
                LedgerSignal.MakeTransfer(from: ann, to: bob, amount: rubles(units), closes: closes, dryRun: true)
            }
            let before = try await bank.check()
            let told = try await bank.send(dry(30), as: "ann", key: "k")
            #expect(told.balances[0].balance == rubles(70))
            #expect(try await bank.send(dry(100, true), as: "ann", key: "k").balances[0].balance == rubles(0))
            #expect(try await bank.fault(dry(101), as: "ann", key: "k").code == .insufficientFunds)
            #expect(try await bank.balance(ann, of: "ann") == 100)
            #expect(bank.store.account(ann)?.status == .active)
            #expect(try await bank.check() == before)
            // The key is as good as new, and the transfer is what was told.
            let done = try await bank.send(transfer(ann, bob, 30), as: "ann", key: "k")
            #expect(done.balances == told.balances)
            #expect(done.transfer.id == told.transfer.id)
            if let store = (bank.store as? SQLiteLedgerStore)?.store {
                #expect(try await store.events(after: 0, limit: 100).count == 4)
            }
        }
    }

    /// A transcript of TigerBeetle's (accounts 1 = bank, 2 and 3 = users, 4 in another currency), in our terms.
    @Test(arguments: StoreKind.allCases)
    func theTranscriptOfTigerBeetleIsReproduced(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let two = try await bank.openAccount(of: "ann")
            let three = try await bank.openAccount(of: "ann")
            let four = try await bank.openAccount(of: "ann", currency: .usd)
            let ten = LedgerSignal.Deposit(account: two, amount: rubles(100))
            let created = try await bank.send(ten, as: "ann", key: "10")
            #expect(try await bank.send(ten, as: "ann", key: "10") == created)
            let other = LedgerSignal.Deposit(account: two, amount: rubles(101))
            #expect(try await bank.fault(other, as: "ann", key: "10").code == .conflict)
            #expect(try await bank.fault(transfer(two, three, 500), as: "ann", key: "11").code == .insufficientFunds)
            #expect(try await bank.fault(transfer(two, three, 50), as: "ann", key: "11").code == .conflict)
            #expect(try await bank.fault(transfer(two, three, 500), as: "ann", key: "11").code == .insufficientFunds)
            #expect(try await bank.fault(transfer(two, two, 1), as: "ann").code == .sameAccount)
            #expect(try await bank.fault(transfer(two, four, 1), as: "ann").code == .currencyMismatch)
            #expect(try await bank.fault(transfer(two, "99", 1), as: "ann").code == .notFound)
            let twenty = try await bank.hold(two, three, 60).transfer.id
            #expect(try await bank.fault(transfer(two, three, 60), as: "ann").code == .insufficientFunds)
            func post(_ units: Int64) -> LedgerSignal.PostHold {
                LedgerSignal.PostHold(hold: twenty, amount: rubles(units))
            }
            #expect(try await bank.fault(post(70), as: "ann").code == .exceedsHold)
            #expect(try await bank.send(post(40), as: "ann").transfer.amount == rubles(40))
            let void = try await bank.fault(LedgerSignal.VoidHold(hold: twenty), as: "ann")
            #expect(void.code == .holdNotPending)
            #expect(void.details["status"] == .text("posted"))
            let chain = [item(two, three, 1, linked: true), item(two, three, 500)]
            #expect(
                try await bank.send(list(chain), as: "ann").results.map(\.code) == [.rolledBack, .insufficientFunds])
            let rest = LedgerSignal.MakeTransfer(from: two, to: three, amount: rubles(1000), upTo: true)
            #expect(try await bank.send(rest, as: "ann").transfer.amount == rubles(60))
            #expect(try await bank.balance(two, of: "ann") == 0)
            #expect(try await bank.balance(three, of: "ann") == 100)
            _ = try await bank.send(LedgerSignal.Close(account: three, to: two), as: "ann")
            let late = LedgerSignal.Deposit(account: three, amount: rubles(1))
            #expect(try await bank.fault(late, as: "ann").code == .accountClosed)
            let check = try await bank.check()
            #expect(check.problems == [])
            #expect(check.imbalance.allSatisfy { $0.minorUnits == 0 })
        }
    }
}
