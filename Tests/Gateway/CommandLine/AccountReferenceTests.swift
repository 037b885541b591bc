import Domain
import Signals
import Testing

@testable import GatewayCommandLine
@testable import GatewaySession
@testable import GatewayWords

@Suite struct AccountReferenceTests {
    private func accounts() throws -> [LedgerSignal.Account] {
        let currency = try #require(Currency(code: "RUB"))
        let zero = Money(minorUnits: 0, currency: currency)
        return [
            ("a1b2c3d4e5f6", "main"), ("a1b9z8y7x6w5", "Savings"), ("k1k2k3k4k5k6", "savings"),
            ("zzzz1", "a1b2c3d4e5f6"),
        ]
        .map { id, name in
            LedgerSignal.Account(
                id: id, userId: "u", name: name, currency: currency, balance: zero, available: zero, status: .active,
                openedAt: Instant(microseconds: 0))
        }
    }

    @Test(arguments: [
        ("a1b2c3d4e5f6", "a1b2c3d4e5f6"), ("main", "a1b2c3d4e5f6"), ("MAIN", "a1b2c3d4e5f6"),
        ("Savings", "a1b9z8y7x6w5"),
        ("savings", "k1k2k3k4k5k6"), ("a1b9", "a1b9z8y7x6w5"), ("mai", "a1b2c3d4e5f6"),
        ("a1b2c3d4e5f7", "a1b2c3d4e5f7"), ("abcdefghjkmn", "abcdefghjkmn"),
    ])
    func anIDWinsThenANameThenABeginning(_ reference: String, _ id: String) throws {
        #expect(try AccountReference.id(of: reference, among: accounts(), flag: "account") == id)
    }

    @Test(arguments: [
        ("somebody-elses", "gateway accounts"), ("k1k", "gateway accounts"), ("saivngs", "did you mean Savings?"),
        ("ma", "write the whole name"),
    ])
    func whatIsNeitherANameNorAnIDIsRefused(_ reference: String, _ hint: String) throws {
        let error = #expect(throws: UsageError.self) {
            try AccountReference.id(of: reference, among: accounts(), flag: "account")
        }
        #expect(error?.isUnknownName == true && error?.field == "account")
        #expect(error?.message.spoken(in: .english).contains("Nothing is called \"\(reference)\".") == true)
        #expect(error?.hint?.spoken(in: .english).contains(hint) == true, "\(error as Any)")
    }

    @Test func whatMayBeTwoIsRefused() throws {
        let error = #expect(throws: UsageError.self) {
            try AccountReference.id(of: "SAVINGS", among: accounts(), flag: "to")
        }
        #expect(error?.message.description.contains("Savings (a1b9), savings (k1k2)") == true)
        #expect(error?.field == "to")
    }

    @Test func theNameOfAClosedAccountMayBeGivenAgain() throws {
        func account(_ id: String, _ status: LedgerSignal.AccountStatus) throws -> LedgerSignal.Account {
            let main = try accounts()[0]
            return LedgerSignal.Account(
                id: id, userId: "u", name: "main", currency: main.currency, balance: main.balance,
                available: main.available, status: status, openedAt: main.openedAt)
        }
        let all = [try account("old1", .closed), try account("now2", .active), try account("old3", .closed)]
        #expect(try AccountReference.id(of: "main", among: all, flag: "account") == "now2")
        #expect(try AccountReference.only(of: all, flag: "account") == "now2")
        #expect(try AccountReference.id(of: "Main", among: [all[0]], flag: "account") == "old1", "there is no other")
        #expect(throws: UsageError.self) {
            try AccountReference.id(of: "main", among: [all[0], all[2]], flag: "account")
        }
    }

    @Test func theOnlyAccountNeedsNoName() throws {
        #expect(try AccountReference.only(of: [try accounts()[0]], flag: "account") == "a1b2c3d4e5f6")
        #expect(throws: UsageError.self) { try AccountReference.only(of: try accounts(), flag: "account") }
        #expect(throws: UsageError.self) { try AccountReference.only(of: [], flag: "account") }
    }
}
