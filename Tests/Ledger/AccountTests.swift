import Coordination
import Domain
import Signals
import Testing

@testable import LedgerService

@Suite struct AccountTests {
    @Test(arguments: StoreKind.allCases)
    func aNewAccountIsEmptyAndListedOldestFirst(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let first = try await bank.send(LedgerSignal.OpenAccount(currency: .rub, name: "Daily"), as: "ann").account
            #expect(first.balance == rubles(0))
            #expect(first.available == rubles(0))
            #expect(first.name == "Daily")
            #expect(first.userId == "ann")
            #expect(first.status == .active)
            #expect(first.openedAt >= bank.clock.time)
            #expect(first.id.utf8.count == 12)
            let second = try await bank.send(LedgerSignal.OpenAccount(currency: .usd), as: "ann").account
            #expect(second.name == "USD")
            _ = try await bank.openAccount(of: "bob")
            let listed = try await bank.send(LedgerSignal.Accounts(), as: "ann").accounts
            #expect(listed == [first, second])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func namesAreHeldToTheirRules(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            for name in ["", String(repeating: "я", count: 101), "two\nlines", "bell\u{7}", "c1 \u{85}"] {
                let fault = try await bank.fault(LedgerSignal.OpenAccount(currency: .rub, name: name), as: "ann")
                #expect(fault.code == .invalidArgument)
                #expect(fault.field == "name")
            }
            let longest = String(repeating: "я", count: 100)
            _ = try await bank.send(LedgerSignal.OpenAccount(currency: .rub, name: longest), as: "ann")
        }
    }

    @Test(arguments: StoreKind.allCases)
    func aUserHasAtMostAThousandAccounts(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<LedgerLimits.accountsPerUser {
                    group.addTask { _ = try await bank.openAccount(of: "ann") }
                }
                try await group.waitForAll()
            }
            #expect(try await bank.fault(LedgerSignal.OpenAccount(currency: .rub), as: "ann").code == .limitExceeded)
            #expect(try await bank.send(LedgerSignal.Accounts(), as: "ann").accounts.count == 1000)
            _ = try await bank.openAccount(of: "bob")
        }
    }

    @Test(arguments: StoreKind.allCases)
    func anotherUsersAccountReadsLikeOneThatDoesNotExist(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let bobs = try await bank.openAccount(of: "bob", with: 100)
            let own = try await bank.openAccount(of: "ann", with: 100)
            for signal in [
                LedgerSignal.Balance(account: bobs), LedgerSignal.Balance(account: "nowhere"),
                LedgerSignal.Balance(account: "world-RUB"),
            ] {
                let fault = try await bank.fault(signal, as: "ann")
                let unknown = try await bank.fault(LedgerSignal.Balance(account: "none"), as: "ann")
                #expect(fault == unknown)
                #expect(fault.code == .notFound)
            }
            #expect(try await bank.fault(LedgerSignal.Features(account: bobs), as: "ann").code == .notFound)
            for account in [bobs, "nowhere", "world-RUB"] {
                let deposit = LedgerSignal.Deposit(account: account, amount: rubles(1))
                #expect(try await bank.fault(deposit, as: "ann").code == .notFound)
                let withdraw = LedgerSignal.Withdraw(account: account, amount: rubles(1))
                #expect(try await bank.fault(withdraw, as: "ann").code == .notFound)
                let fault = try await bank.fault(transfer(account, own, 1), as: "ann")
                #expect(fault == (try await bank.fault(transfer("none", own, 1), as: "ann")))
                #expect(fault.field == "from")
            }
            #expect(try await bank.fault(transfer(own, "world-RUB", 1), as: "ann").code == .notFound)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func nothingWorksWithoutASession(kind: StoreKind) async throws {
        try await Bank.with(kind) { (bank: Bank) async throws in
            #expect(try await bank.fault(LedgerSignal.Accounts(), as: nil).code == .unauthenticated)
            #expect(try await bank.fault(LedgerSignal.Check(), as: nil).code == .unauthenticated)
            #expect(try await bank.fault(transfer("a", "b", 1), as: nil).code == .unauthenticated)
            let list = LedgerSignal.MakeTransfers(transfers: [])
            #expect(try await bank.fault(list, as: nil).code == .unauthenticated)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func featuresSayWhatIsMissing(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let account = try await bank.openAccount(of: "ann")
            func features() async throws -> [LedgerSignal.FeatureType: LedgerSignal.Feature] {
                let list = try await bank.send(LedgerSignal.Features(account: account), as: "ann").features
                return Dictionary(uniqueKeysWithValues: list.map { ($0.type, $0) })
            }
            let empty = try await features()
            #expect(empty.count == LedgerSignal.FeatureType.allCases.count)
            #expect(empty[.balance]?.available == true)
            #expect(empty[.transfer]?.available == false)
            #expect(empty[.transfer]?.reason != nil)
            _ = try await bank.send(LedgerSignal.Deposit(account: account, amount: rubles(1)), as: "ann")
            #expect(try await features()[.transfer]?.available == true)
            guard let memory = bank.store as? InMemoryLedgerStore else { return }
            memory.setStatus(.frozen, of: account)
            #expect(try await features()[.deposit]?.available == false)
            #expect(try await features()[.history]?.available == true)
        }
    }
}
