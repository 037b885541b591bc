import Coordination
import Domain
import Reasons
import Signals
import Testing

@testable import LedgerService

@Suite struct TransferTests {
    @Test(arguments: StoreKind.allCases)
    func moneyMovesAndTheAnswerSaysWhatIsLeft(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let (ann, bob) = (try await bank.openAccount(of: "ann", with: 1000), try await bank.openAccount(of: "bob"))
            let answer = try await bank.send(transfer(ann, bob, 250, "Lunch"), as: "ann")
            #expect(answer.transfer.from == ann)
            #expect(answer.transfer.to == bob)
            #expect(answer.transfer.amount == rubles(250))
            #expect(answer.transfer.description == "Lunch")
            #expect(answer.transfer.status == .posted)
            #expect(answer.transfer.sequence == answer.transfer.createdAt.microseconds)
            #expect(
                answer.balances == [
                    LedgerSignal.AccountBalance(account: ann, balance: rubles(750), available: rubles(750))
                ])
            #expect(try await bank.balance(ann, of: "ann") == 750)
            #expect(try await bank.balance(bob, of: "bob") == 250)
            let own = try await bank.openAccount(of: "ann")
            #expect(try await bank.send(transfer(ann, own, 50), as: "ann").balances.map(\.account) == [ann, own])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func moneyEntersAndLeavesThroughTheWorld(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let account = try await bank.openAccount(of: "ann")
            let deposit = LedgerSignal.Deposit(account: account, amount: rubles(500), category: "salary")
            let came = try await bank.send(deposit, as: "ann")
            #expect(came.transfer.from == "world-RUB")
            #expect(came.transfer.to == account)
            #expect(came.balances.map(\.balance) == [rubles(500)])
            let left = try await bank.send(LedgerSignal.Withdraw(account: account, amount: rubles(200)), as: "ann")
            #expect(left.transfer.to == "world-RUB")
            #expect(try await bank.balance(account, of: "ann") == 300)
            let check = try await bank.check()
            #expect(check.imbalance == [rubles(0)])
            #expect(check.accounts == 1)
            #expect(check.transfers == 2)
            #expect(check.problems == [])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func faultsComeInTheirOrder(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let ann = try await bank.openAccount(of: "ann", with: 100)
            let dollars = try await bank.openAccount(of: "ann", currency: .usd)
            let bob = try await bank.openAccount(of: "bob")
            func code(_ from: String, _ to: String, _ money: Money) async throws -> FaultCode {
                let signal = LedgerSignal.MakeTransfer(from: from, to: to, amount: money)
                return try await bank.fault(signal, as: "ann").code
            }
            let dollar = Money(minorUnits: 1, currency: .usd)
            #expect(try await code("none", "none", rubles(0)) == .invalidArgument)
            #expect(try await code(ann, bob, rubles(-5)) == .invalidArgument)
            #expect(try await code(ann, bob, rubles(LedgerLimits.largestAmount + 1)) == .invalidArgument)
            #expect(try await code("none", "none", rubles(1)) == .notFound)
            #expect(try await code(ann, "none", rubles(1)) == .notFound)
            #expect(try await code(ann, ann, dollar) == .sameAccount)
            #expect(try await code(ann, bob, dollar) == .currencyMismatch)
            #expect(try await code(ann, dollars, rubles(1000)) == .currencyMismatch)
            #expect(try await code(ann, dollars, dollar) == .currencyMismatch)
            #expect(try await code(ann, bob, rubles(101)) == .insufficientFunds)
            let deposit = LedgerSignal.Deposit(account: ann, amount: dollar)
            #expect(try await bank.fault(deposit, as: "ann").code == .currencyMismatch)
            #expect(try await bank.balance(ann, of: "ann") == 100)
            #expect(try await bank.check().transfers == 1)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func textsAreHeldToTheirRules(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let ann = try await bank.openAccount(of: "ann", with: 100)
            let bob = try await bank.openAccount(of: "bob")
            for text in [String(repeating: "x", count: 501), "a\tb", "\u{0}", "\u{9f}", "\u{202E}", "\u{2066}"] {
                let fault = try await bank.fault(transfer(ann, bob, 1, text), as: "ann")
                #expect(fault.code == .invalidArgument)
                #expect(fault.field == "description")
            }
            let longest = String(repeating: "ё", count: 500)
            let answer = try await bank.send(transfer(ann, bob, 1, longest), as: "ann")
            #expect(answer.transfer.description == longest)
            let category = String(repeating: "x", count: 101)
            let deposit = LedgerSignal.Deposit(account: ann, amount: rubles(1), category: category)
            #expect(try await bank.fault(deposit, as: "ann").field == "category")
        }
    }

    @Test func insufficientFundsSayWhatThereIs() async throws {
        try await Bank.with(.sqlite) { bank in
            let ann = try await bank.openAccount(of: "ann", with: 1250)
            let bob = try await bank.openAccount(of: "bob")
            let fault = try await bank.fault(transfer(ann, bob, 1251), as: "ann")
            #expect(fault.details["available"] == .text("12.50"))
        }
    }

    @Test func frozenAndClosedAccountsMoveNothing() async throws {
        let bank = try await Bank.open(.inMemory)
        let memory = try #require(bank.store as? InMemoryLedgerStore)
        let (ann, bob) = (try await bank.openAccount(of: "ann", with: 10), try await bank.openAccount(of: "bob"))
        memory.setStatus(.frozen, of: ann)
        #expect(try await bank.fault(transfer(ann, bob, 100), as: "ann").code == .accountFrozen)
        memory.setStatus(.closed, of: bob)
        let fault = try await bank.fault(transfer(ann, bob, 100), as: "ann")
        #expect(fault.code == .accountClosed)
        #expect(fault.field == "to")
        let deposit = LedgerSignal.Deposit(account: ann, amount: rubles(1))
        #expect(try await bank.fault(deposit, as: "ann").code == .accountFrozen)
    }

    @Test func whatDoesNotFitIsRefused() async throws {
        let bank = try await Bank.open(.inMemory)
        let memory = try #require(bank.store as? InMemoryLedgerStore)
        let (ann, bob) = (try await bank.openAccount(of: "ann", with: 10), try await bank.openAccount(of: "bob"))
        memory.setBalance(.max - 4, of: bob)
        #expect(try await bank.fault(transfer(ann, bob, 5), as: "ann").code == .amountOverflow)
        #expect(try await bank.balance(ann, of: "ann") == 10)
        memory.setBalance(.min + 3, of: "world-RUB")
        let deposit = LedgerSignal.Deposit(account: ann, amount: rubles(4))
        #expect(try await bank.fault(deposit, as: "ann").code == .amountOverflow)
    }

    @Test(arguments: StoreKind.allCases)
    func listsAreDoneOneByOneUnlessAtomic(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let ann = try await bank.openAccount(of: "ann", with: 100)
            let bob = try await bank.openAccount(of: "bob")
            let items = [
                item(ann, bob, 60), item(ann, bob, 60), item(ann, "none", 1), item(ann, bob, 0), item(ann, bob, 40),
            ]
            let each = try await bank.send(LedgerSignal.MakeTransfers(transfers: items), as: "ann").results
            #expect(each.map(\.code) == [nil, .insufficientFunds, .notFound, .invalidArgument, nil])
            #expect(each.map(\.field) == [nil, "transfers[1].amount", "transfers[2].to", "transfers[3].amount", nil])
            #expect(try await bank.balance(ann, of: "ann") == 0)
            #expect(try await bank.balance(bob, of: "bob") == 100)

            let back = [item(bob, ann, 30), item(bob, ann, 30), item(bob, ann, 50), item(bob, ann, 1)]
            let all = try await bank.send(LedgerSignal.MakeTransfers(transfers: back, atomic: true), as: "bob").results
            #expect(all.map(\.code) == [.rolledBack, .rolledBack, .insufficientFunds, .rolledBack])
            #expect(try await bank.balance(bob, of: "bob") == 100)
            let done = try await bank.send(
                LedgerSignal.MakeTransfers(transfers: Array(back.prefix(2)), atomic: true), as: "bob"
            ).results
            #expect(done.map(\.code) == [nil, nil])
            let check = try await bank.check()
            #expect(check.transfers == 5)
            #expect(check.problems == [])
        }
    }

    /// A list that is only tried out tells what the same list then does, and leaves no trace: no money moves, no key is
    /// used.
    @Test(arguments: StoreKind.allCases)
    func aListIsTriedOutWithoutATrace(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let ann = try await bank.openAccount(of: "ann", with: 100)
            let bob = try await bank.openAccount(of: "bob")
            let items = [
                item(ann, bob, 60, key: "a"), item(ann, bob, 60, key: "b"), item(ann, bob, 40, key: ""),
                item(ann, bob, 30),
            ]
            for atomic in [false, true] {
                let before = try await bank.check()
                let tried = LedgerSignal.MakeTransfers(transfers: items, atomic: atomic, dryRun: true)
                let told = try await bank.send(tried, as: "ann", key: "list").results
                #expect(
                    told.map(\.code)
                        == (atomic
                            ? [.rolledBack, .insufficientFunds, .rolledBack, .rolledBack]
                            : [nil, .insufficientFunds, .invalidArgument, nil]))
                #expect(try await bank.send(tried, as: "ann").results == told)
                #expect(try await bank.check() == before)
                #expect(try await bank.balance(ann, of: "ann") == 100)
            }
            let done = LedgerSignal.MakeTransfers(transfers: items)
            let results = try await bank.send(done, as: "ann", key: "list").results
            #expect(results.map(\.code) == [nil, .insufficientFunds, .invalidArgument, nil])
            #expect(try await bank.balance(bob, of: "bob") == 90)
            // A key that is used already is not looked at either.
            let again = LedgerSignal.MakeTransfers(transfers: [item(ann, bob, 60, key: "a")], dryRun: true)
            #expect(try await bank.send(again, as: "ann").results.map(\.code) == [.insufficientFunds])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func listsHaveALength(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let ann = try await bank.openAccount(of: "ann", with: 1_000_000)
            let bob = try await bank.openAccount(of: "bob")
            for count in [0, LedgerLimits.transfersPerList + 1] {
                let list = LedgerSignal.MakeTransfers(transfers: Array(repeating: item(ann, bob, 1), count: count))
                let fault = try await bank.fault(list, as: "ann")
                #expect(fault.code == .invalidArgument)
                #expect(fault.field == "transfers")
            }
            guard kind == .sqlite else { return }
            let list = LedgerSignal.MakeTransfers(
                transfers: Array(repeating: item(ann, bob, 1), count: LedgerLimits.transfersPerList), atomic: true)
            let results = try await bank.send(list, as: "ann").results
            #expect(results.allSatisfy { $0.code == nil })
            #expect(try await bank.balance(bob, of: "bob") == 8192)
        }
    }
}

extension LedgerSignal.TransferResult {
    var fault: Fault? { if case .fault(let fault) = self { fault } else { nil } }
    var code: FaultCode? { fault?.code }
    var field: String? { fault?.field }
}
