import Coordination
import Domain
import Reasons
import Signals
import StrictJSON
import Testing

@testable import LedgerService

@Suite struct ReversalTests {
    private func reverse(_ id: String, _ reason: String = "By mistake") -> LedgerSignal.Reverse {
        LedgerSignal.Reverse(transfer: id, reason: reason)
    }

    @Test(arguments: StoreKind.allCases)
    func whoGotTheMoneyGivesItBackOnce(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let (ann, bob) = (try await bank.openAccount(of: "ann", with: 1000), try await bank.openAccount(of: "bob"))
            let paid = try await bank.send(transfer(ann, bob, 300, "Boots"), as: "ann").transfer
            let back = try await bank.send(reverse(paid.id), as: "bob", key: "k")
            #expect(back.transfer.from == bob)
            #expect(back.transfer.to == ann)
            #expect(back.transfer.amount == rubles(300))
            #expect(back.transfer.reverses == paid.id)
            #expect(back.transfer.reason == "By mistake")
            #expect(back.transfer.description == "Boots")
            #expect(try await bank.balance(ann, of: "ann") == 1000)
            #expect(try await bank.shown(paid.id, of: "ann").reversedBy == back.transfer.id)
            #expect(try await bank.shown(back.transfer.id, of: "ann") == back.transfer)
            let fault = try await bank.fault(reverse(paid.id), as: "bob")
            #expect(fault.code == .alreadyReversed)
            #expect(fault.details["reversedBy"] == .text(back.transfer.id))
            let again = try await bank.send(reverse(paid.id), as: "bob", key: "k")
            #expect(try JSONEncoding.encode(again) == JSONEncoding.encode(back))
            #expect(try await bank.check().problems == [])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func faultsComeInTheirOrder(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let (ann, bob) = (try await bank.openAccount(of: "ann", with: 1000), try await bank.openAccount(of: "bob"))
            let paid = try await bank.send(transfer(ann, bob, 300), as: "ann").transfer.id
            func code(_ id: String, _ reason: String, _ user: String) async throws -> FaultCode {
                try await bank.fault(reverse(id, reason), as: user).code
            }
            #expect(try await code("t99", "", "bob") == .invalidArgument)
            #expect(try await code("t99", String(repeating: "x", count: 501), "bob") == .invalidArgument)
            #expect(try await code("t99", "why", "bob") == .notFound)
            #expect(try await code(paid, "why", "cleo") == .notFound)
            #expect(try await code(paid, "why", "ann") == .permissionDenied)
            _ = try await bank.send(transfer(bob, ann, 1), as: "bob")
            #expect(try await code(paid, "why", "bob") == .insufficientFunds)
            _ = try await bank.send(LedgerSignal.Freeze(account: ann), as: "ann")
            #expect(try await code(paid, "why", "bob") == .accountFrozen)
            _ = try await bank.send(LedgerSignal.Unfreeze(account: ann), as: "ann")
            _ = try await bank.send(LedgerSignal.Deposit(account: bob, amount: rubles(1)), as: "bob")
            let back = try await bank.send(reverse(paid), as: "bob").transfer.id
            #expect(try await code(back, "why", "ann") == .notReversible)
            #expect(try await code(back, "why", "bob") == .permissionDenied)
            let hold = try await bank.hold(ann, bob, 5).transfer.id
            #expect(try await code(hold, "why", "bob") == .notReversible)
            _ = try await bank.send(LedgerSignal.VoidHold(hold: hold), as: "ann")
            #expect(try await code(hold, "why", "bob") == .notReversible)
            #expect(try await bank.check().problems == [])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func depositsWithdrawalsAndPostedHoldsAreTakenBackToo(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let (ann, bob) = (try await bank.openAccount(of: "ann"), try await bank.openAccount(of: "bob"))
            let came = try await bank.send(
                LedgerSignal.Deposit(account: ann, amount: rubles(500), category: "pay"), as: "ann")
            let left = try await bank.send(LedgerSignal.Withdraw(account: ann, amount: rubles(200)), as: "ann")
            let back = try await bank.send(reverse(left.transfer.id), as: "ann").transfer
            #expect(back.from == "world-RUB")
            #expect(try await bank.balance(ann, of: "ann") == 500)
            let hold = try await bank.hold(ann, bob, 100).transfer.id
            _ = try await bank.send(LedgerSignal.PostHold(hold: hold, amount: rubles(60)), as: "ann")
            let returned = try await bank.send(reverse(hold), as: "bob").transfer
            #expect(returned.amount == rubles(60))
            #expect(returned.reverses == hold)
            #expect(try await bank.shown(hold, of: "bob").reversedBy == returned.id)
            let undone = try await bank.send(reverse(came.transfer.id), as: "ann").transfer
            #expect(undone.category == "pay")
            #expect(try await bank.balance(ann, of: "ann") == 0)
            #expect(try await bank.check().problems == [])
        }
    }
}
