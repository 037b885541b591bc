import Domain
import Signals
import Testing

@testable import GatewaySession
@testable import GatewayWords

/// The payee that a word of a payment means. Money is never sent by a guess.
@Suite struct PayeeReferenceTests {
    private func reference() throws -> PayeeReference {
        let currency = try #require(Currency(code: "RUB"))
        let zero = Money(minorUnits: 0, currency: currency)
        let accounts = [("a1b2c3d4e5f6", "main"), ("c1b9z8y7x6w5", "Rent")].map { id, name in
            LedgerSignal.Account(
                id: id, userId: "u", name: name, currency: currency, balance: zero, available: zero, status: .active,
                openedAt: Instant(microseconds: 0))
        }
        let payees = [
            ("Boris", "b1b2c3d4e5f6"), ("Борис Фёдоров", "b1b2c3d4e5f6"), ("Carl", "d1d2c3d4e5f6"),
            ("rent", "e1e2c3d4e5f6"),
        ]
        return PayeeReference(
            accounts: accounts,
            payees: payees.map { name, account in
                LedgerSignal.Payee(name: name, account: account, currency: currency, status: .active, owner: "A. B.")
            })
    }

    @Test(arguments: [
        ("main", "a1b2c3d4e5f6"), ("Boris", "b1b2c3d4e5f6"), ("BORIS", "b1b2c3d4e5f6"),
        ("борис федоров", "b1b2c3d4e5f6"), ("d1d2", "d1d2c3d4e5f6"), ("rent", "e1e2c3d4e5f6"),
        ("Rent", "c1b9z8y7x6w5"), ("x9x8x7x6x5x4", "x9x8x7x6x5x4"),
    ])
    func ownAccountsAndPayeesAreMeantByTheirNames(_ text: String, _ id: String) throws {
        #expect(try reference().id(of: text, flag: "to") == id)
    }

    @Test func whatIsNeitherANameNorAnIDIsRefused() throws {
        let near = #expect(throws: UsageError.self) { try reference().id(of: "Crl", flag: "to") }
        #expect(near?.isUnknownName == true && near?.hint?.spoken(in: .english) == "did you mean Carl?")
        let unknown = #expect(throws: UsageError.self) { try reference().id(of: "Theodora", flag: "to") }
        #expect(unknown?.hint?.spoken(in: .english).contains("@Theodora") == true)
    }

    @Test func aNameOfBothAnAccountAndAPayeeIsRefused() throws {
        let error = #expect(throws: UsageError.self) { try reference().id(of: "RENT", flag: "to") }
        let message = error.map { "\($0.message)" } ?? ""
        #expect(error?.field == "to" && message.contains("Rent (c1b9)") && message.contains("rent (e1e2)"))
    }

    @Test func theBeginningOfANameIsNoNameButSaysWhichThereAre() throws {
        let error = #expect(throws: UsageError.self) { try reference().id(of: "бор", flag: "to") }
        #expect(error?.field == "to" && error?.message.description.contains("Борис Фёдоров") == true)
    }
}
