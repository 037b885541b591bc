import Domain
import Signals
import Testing

@testable import GatewayService

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
        ("savings", "k1k2k3k4k5k6"), ("a1b9", "a1b9z8y7x6w5"), ("somebody-elses", "somebody-elses"), ("k1k", "k1k"),
    ])
    func anIDWinsThenANameThenABeginning(_ reference: String, _ id: String) throws {
        #expect(try AccountReference.id(of: reference, among: accounts(), flag: "account") == id)
    }

    @Test func whatMayBeTwoIsRefused() throws {
        let error = #expect(throws: UsageError.self) {
            try AccountReference.id(of: "SAVINGS", among: accounts(), flag: "to")
        }
        #expect(error?.message.description.contains("Savings (a1b9z8y7x6w5), savings (k1k2k3k4k5k6)") == true)
        #expect(error?.field == "to")
    }

    @Test func theOnlyAccountNeedsNoName() throws {
        #expect(try AccountReference.only(of: [try accounts()[0]], flag: "account") == "a1b2c3d4e5f6")
        #expect(throws: UsageError.self) { try AccountReference.only(of: try accounts(), flag: "account") }
        #expect(throws: UsageError.self) { try AccountReference.only(of: [], flag: "account") }
    }
}
