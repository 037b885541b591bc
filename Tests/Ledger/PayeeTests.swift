import Coordination
import Domain
import Signals
import Synchronization
import Testing

@testable import LedgerService

/// People whom a test knows by name.
final class TestPeople: PeopleDirectory {
    private let names = Mutex<[String: KnownPerson]>([:])
    private let refusal = Mutex<Fault?>(nil)

    /// Gives a user a name, and a user name where there is one.
    func name(_ user: String, _ shownName: String, username: String? = nil) {
        names.withLock { $0[user] = KnownPerson(id: user, shownName: shownName, username: username) }
    }

    /// Answers everything with a fault, or not any more.
    func fail(with fault: Fault?) { refusal.withLock { $0 = fault } }

    func people(ids: [String], deadline: Instant?) async throws -> [String: KnownPerson] {
        if let fault = refusal.withLock({ $0 }) { throw fault }
        return names.withLock { names in names.filter { ids.contains($0.key) } }
    }

    func person(username: String, deadline: Instant?) async throws -> KnownPerson? {
        if let fault = refusal.withLock({ $0 }) { throw fault }
        return names.withLock { names in names.values.first { $0.username == username.lowercased() } }
    }
}

/// Names for accounts of others, and whose they are.
@Suite struct PayeeTests {
    @Test(arguments: StoreKind.allCases) func payeesAreKeptByNameForTheirUser(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let ann = try await bank.openAccount(of: "ann")
            let bob = try await bank.openAccount(of: "bob")
            let purse = try await bank.openAccount(of: "bob", currency: .usd)
            bank.people.name("bob", "Bob B.")
            func save(_ name: String, _ account: String) -> LedgerSignal.SavePayee {
                LedgerSignal.SavePayee(name: name, account: account)
            }
            let saved = try await bank.send(save("Bob", bob), as: "ann", key: "k").payee
            #expect(saved.account == bob && saved.currency == .rub && saved.owner == "Bob B.")
            #expect(saved.status == .active)
            _ = try await bank.send(save("bob", purse), as: "ann")
            #expect(try await bank.send(save("Bob", bob), as: "ann", key: "k").payee == saved, "once by its key")
            let list = try await bank.send(LedgerSignal.Payees(), as: "ann").payees
            #expect(list.map(\.name) == ["bob"] && list.map(\.currency) == [.usd], "capitals tell no names apart")
            #expect(try await bank.send(LedgerSignal.Payees(), as: "bob").payees == [])
            func code(_ signal: LedgerSignal.SavePayee) async throws -> FaultCode {
                try await bank.fault(signal, as: "ann").code
            }
            #expect(try await code(save("", bob)) == .invalidArgument)
            #expect(try await code(save(" \t", bob)) == .invalidArgument)
            #expect(try await code(save("@bob", bob)) == .invalidArgument)
            #expect(try await code(save(String(repeating: "x", count: 101), bob)) == .invalidArgument)
            #expect(try await code(save("x", "nothing")) == .notFound)
            #expect(try await code(save("x", "world-RUB")) == .notFound)
            #expect(try await code(save("x", ann)) == .sameAccount)
            _ = try await bank.send(LedgerSignal.Close(account: bob), as: "bob")
            #expect(try await code(save("x", bob)) == .accountClosed)
            for index in 1..<LedgerLimits.payeesPerUser { _ = try await bank.send(save("\(index)", purse), as: "ann") }
            #expect(try await code(save("one more", purse)) == .limitExceeded)
        }
    }

    @Test(arguments: StoreKind.allCases) func payeesAreRenamedAndForgotten(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let bob = try await bank.openAccount(of: "bob")
            for name in ["rent", "lunch"] {
                _ = try await bank.send(LedgerSignal.SavePayee(name: name, account: bob), as: "ann")
            }
            func rename(_ name: String, _ newName: String) -> LedgerSignal.RenamePayee {
                LedgerSignal.RenamePayee(name: name, newName: newName)
            }
            #expect(try await bank.fault(rename("rent", "LUNCH"), as: "ann").code == .limitExceeded)
            #expect(try await bank.fault(rename("nobody", "x"), as: "ann").code == .notFound)
            #expect(try await bank.fault(rename("rent", "@x"), as: "ann").field == "newName")
            #expect(try await bank.send(rename("RENT", "Rent"), as: "ann").payee.name == "Rent")
            #expect(try await bank.send(rename("rent", "flat"), as: "ann").payee.account == bob)
            let remove = LedgerSignal.RemovePayee(name: "Flat")
            #expect(try await bank.fault(remove, as: "bob").code == .notFound)
            #expect(try await bank.send(remove, as: "ann").payee.name == "flat")
            #expect(try await bank.fault(remove, as: "ann").code == .notFound)
            #expect(try await bank.send(LedgerSignal.Payees(), as: "ann").payees.map(\.name) == ["lunch"])
        }
    }

    @Test func anAccountTellsWhoseItIs() async throws {
        try await Bank.with(.inMemory) { bank in
            let ann = try await bank.openAccount(of: "ann")
            let bob = try await bank.openAccount(of: "bob")
            bank.people.name("bob", "Bob B.")
            func find(_ to: String) async throws -> LedgerSignal.FoundPayee {
                try #require(try await bank.send(LedgerSignal.FindPayee(to: to), as: "ann").payees.first)
            }
            let found = try await find(bob)
            #expect(found.account == bob && found.owner == "Bob B." && !found.isOwn && found.name == nil)
            let own = try await find(ann)
            #expect(own.isOwn && own.owner == nil)
            _ = try await bank.send(LedgerSignal.SavePayee(name: "lunch", account: bob), as: "ann")
            #expect(try await find(bob).name == "lunch")
            bank.people.fail(with: Fault(.unavailable, "down"))
            #expect(try await find(bob).owner == nil, "without auth the account can be paid all the same")
            for (to, code) in [("nothing", FaultCode.notFound), ("world-RUB", .notFound), ("", .invalidArgument)] {
                #expect(try await bank.fault(LedgerSignal.FindPayee(to: to), as: "ann").code == code)
            }
            let dollars = LedgerSignal.FindPayee(to: bob, currency: .usd)
            #expect(try await bank.fault(dollars, as: "ann").code == .notFound)
            #expect(try await bank.fault(LedgerSignal.FindPayee(to: bob), as: nil).code == .unauthenticated)
        }
    }

    @Test(arguments: StoreKind.allCases) func aUserNameIsPaidOnlyWhereItsOwnerAllowsIt(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let first = try await bank.openAccount(of: "bob")
            let second = try await bank.openAccount(of: "bob")
            let purse = try await bank.openAccount(of: "bob", currency: .usd)
            let find = LedgerSignal.FindPayee(to: "@Bob")
            let nobody = try await bank.fault(LedgerSignal.FindPayee(to: "@nobody"), as: "ann")
            bank.people.name("bob", "Bob B.")
            let set = LedgerSignal.SetPayable(account: first, payable: true)
            #expect(try await bank.fault(set, as: "bob").code == .conflict, "bob has no user name")
            bank.people.name("bob", "Bob B.", username: "bob")
            #expect(try await bank.fault(find, as: "ann") == nobody, "who does not allow it looks like nobody")
            #expect(try await bank.fault(set, as: "ann").code == .notFound)
            #expect(try await bank.send(set, as: "bob", key: "k").accounts == [first])
            _ = try await bank.send(LedgerSignal.SetPayable(account: purse, payable: true), as: "bob")
            #expect(try await bank.send(find, as: "ann").payees.map(\.account) == [first, purse])
            let other = LedgerSignal.SetPayable(account: second, payable: true)
            #expect(try await bank.send(other, as: "bob").accounts == [second, purse], "one in each currency")
            #expect(try await bank.send(set, as: "bob", key: "k").accounts == [first], "as it was answered first")
            #expect(try await bank.send(LedgerSignal.Payable(), as: "bob").accounts == [second, purse])
            let dollars = LedgerSignal.FindPayee(to: "@bob", currency: .usd)
            let found = try await bank.send(dollars, as: "ann").payees
            #expect(found.map(\.account) == [purse] && found.first?.owner == "Bob B.")
            #expect(try await bank.send(find, as: "bob").payees.allSatisfy { $0.isOwn })
            _ = try await bank.send(LedgerSignal.Close(account: second), as: "bob")
            #expect(try await bank.send(find, as: "ann").payees.map(\.account) == [purse])
            _ = try await bank.send(LedgerSignal.SetPayable(account: purse, payable: false), as: "bob")
            #expect(try await bank.fault(find, as: "ann") == nobody)
        }
    }

    @Test func namesAndIDsCannotBeTriedOut() async throws {
        try await Bank.with(.inMemory) { bank in
            let own = try await bank.openAccount(of: "ann")
            let bob = try await bank.openAccount(of: "bob")
            let known = try await bank.openAccount(of: "bob")
            _ = try await bank.send(LedgerSignal.SavePayee(name: "known", account: known), as: "ann")
            for index in 0..<LookUpBudget.most {
                let to = index.isMultiple(of: 2) ? "@name\(index)" : "id\(index)"
                #expect(try await bank.fault(LedgerSignal.FindPayee(to: to), as: "ann").code == .notFound)
            }
            let fault = try await bank.fault(LedgerSignal.FindPayee(to: bob), as: "ann")
            #expect(fault.code == .tooManyAttempts && (fault.retryAfterMilliseconds ?? 0) > 0)
            #expect(try await bank.fault(LedgerSignal.FindPayee(to: "@x"), as: "ann").code == .tooManyAttempts)
            for account in [own, known] {
                _ = try await bank.send(LedgerSignal.FindPayee(to: account), as: "ann")
            }
            _ = try await bank.send(LedgerSignal.FindPayee(to: bob), as: "carl")
            bank.clock.advance(by: LookUpBudget.span)
            _ = try await bank.send(LedgerSignal.FindPayee(to: bob), as: "ann")
        }
    }
}
