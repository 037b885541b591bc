import Coordination
import Domain
import Signals
import Testing

@testable import LedgerService

/// Whose the other sides of transfers are.
@Suite struct PartyTests {
    private func pay(_ bank: Bank, _ from: String, _ to: String, as user: String) async throws -> String {
        try await bank.send(transfer(from, to, 5), as: user).transfer.id
    }

    private func parties(_ bank: Bank, of transfers: [String], as user: String) async throws -> [String: String] {
        let answer = try await bank.send(LedgerSignal.Parties(transfers: transfers), as: user)
        #expect(answer.parties.map(\.account) == answer.parties.map(\.account).sorted(), "each once, by id")
        return Dictionary(uniqueKeysWithValues: answer.parties.map { ($0.account, $0.owner) })
    }

    @Test(arguments: StoreKind.allCases) func bothSidesSeeWhoTheOtherIs(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let ann = try await bank.openAccount(of: "ann", with: 100)
            let savings = try await bank.openAccount(of: "ann")
            let bob = try await bank.openAccount(of: "bob")
            bank.people.name("ann", "Ann A.")
            bank.people.name("bob", "Bob B.")
            let deposit = try await bank.send(
                LedgerSignal.Deposit(account: ann, amount: rubles(5)), as: "ann"
            ).transfer.id
            let own = try await pay(bank, ann, savings, as: "ann")
            let paid = [try await pay(bank, ann, bob, as: "ann"), try await pay(bank, savings, bob, as: "ann")]
            let all = paid + [deposit, own] + paid
            #expect(try await parties(bank, of: all, as: "ann") == [bob: "Bob B."])
            #expect(try await parties(bank, of: paid, as: "bob") == [ann: "Ann A.", savings: "Ann A."])
            let held = try await bank.send(
                LedgerSignal.Hold(from: ann, to: bob, amount: rubles(5)), as: "ann"
            ).transfer.id
            #expect(try await parties(bank, of: [held], as: "bob") == [ann: "Ann A."])
        }
    }

    @Test func transfersOfOthersAreLeftOutLikeThoseThatDoNotExist() async throws {
        try await Bank.with(.sqlite) { bank in
            let ann = try await bank.openAccount(of: "ann", with: 100)
            let bob = try await bank.openAccount(of: "bob")
            bank.people.name("ann", "Ann A.")
            bank.people.name("bob", "Bob B.")
            let theirs = try await pay(bank, ann, bob, as: "ann")
            #expect(try await parties(bank, of: [theirs, "t999", "nonsense", ""], as: "carl") == [:])
            #expect(try await parties(bank, of: [theirs, "t999"], as: "bob") == [ann: "Ann A."])
            let fault = try await bank.fault(LedgerSignal.Parties(transfers: [theirs]), as: nil)
            #expect(fault.code == .unauthenticated)
        }
    }

    @Test func aQuestionHasAnEnd() async throws {
        try await Bank.with(.inMemory) { bank in
            let most = LedgerLimits.transfersPerLookUp
            for count in [0, most + 1] {
                let signal = LedgerSignal.Parties(transfers: Array(repeating: "t1", count: count))
                let fault = try await bank.fault(signal, as: "ann")
                #expect(fault.code == .invalidArgument && fault.field == "transfers")
            }
            #expect(try await parties(bank, of: Array(repeating: "t1", count: most), as: "ann") == [:])
        }
    }

    @Test func namesTakeNoLookUpsAndAreNotGuessedWithoutAuth() async throws {
        try await Bank.with(.inMemory) { bank in
            let ann = try await bank.openAccount(of: "ann", with: 100)
            let bob = try await bank.openAccount(of: "bob")
            let gone = try await bank.openAccount(of: "gone")
            bank.people.name("bob", "Bob B.")
            let paid = [try await pay(bank, ann, bob, as: "ann"), try await pay(bank, ann, gone, as: "ann")]
            for _ in 0...LookUpBudget.most { _ = try await parties(bank, of: paid, as: "ann") }
            #expect(try await parties(bank, of: paid, as: "ann") == [bob: "Bob B."], "who left has no name")
            _ = try await bank.send(LedgerSignal.FindPayee(to: bob), as: "ann")
            let deposit = try await bank.send(
                LedgerSignal.Deposit(account: ann, amount: rubles(5)), as: "ann"
            ).transfer.id
            bank.people.fail(with: Fault(.unavailable, "down"))
            let fault = try await bank.fault(LedgerSignal.Parties(transfers: paid), as: "ann")
            #expect(fault.code == .unavailable)
            #expect(try await parties(bank, of: [deposit], as: "ann") == [:], "there is nobody to ask for")
        }
    }
}
