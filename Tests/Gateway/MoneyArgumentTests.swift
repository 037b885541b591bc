import Domain
import Testing

@testable import GatewayService

@Suite struct MoneyArgumentTests {
    @Test(arguments: [
        ("500 RUB", 50_000), ("500RUB", 50_000), ("500.5rub", 50_050), ("500,50 RUB", 50_050), ("1_000 RUB", 100_000),
        ("0.01 RUB", 1), ("-5 RUB", -500), ("1\u{A0}234.50\u{A0}RUB", 123_450), ("1\u{202F}234.50 RUB", 123_450),
    ])
    func amountsAreReadAsPeopleTypeThem(_ text: String, _ minorUnits: Int64) throws {
        let money = try MoneyArgument.money(text, currency: nil, flag: "amount")
        #expect(money == Money(minorUnits: minorUnits, currency: try #require(Currency(code: "RUB"))))
    }

    @Test(arguments: [
        "", "RUB", "5.001 RUB", "5..0 RUB", "1,000.00 RUB", "1e3 RUB", "٥ RUB", "5 RUBLES", "92233720368547758.08 RUB",
        "5 R1B", "+5 RUB", "5. RUB", ".5 RUB",
    ])
    func whatIsNoAmountIsRefused(_ text: String) {
        #expect(throws: UsageError.self) { try MoneyArgument.money(text, currency: nil, flag: "amount") }
    }

    @Test(arguments: ["٣", "₽500", "1,000,000", "1.234,56", "--5", "5."])
    func whatIsNoNumberIsNotBlamedOnTheCurrency(_ text: String) {
        let error = #expect(throws: UsageError.self) { try MoneyArgument.money(text, currency: nil, flag: "amount") }
        #expect(error?.message.description == "\(text.debugDescription) is not an amount.")
    }

    @Test func aRefusalShowsTheAmountAsItWasTyped() {
        let comma = #expect(throws: UsageError.self) {
            try MoneyArgument.money("1,234 RUB", currency: nil, flag: "amount")
        }
        #expect(comma?.message.description == "The amount 1,234 RUB has more decimals than the currency.")
    }

    @Test func whatTheGatewayPrintsCanBePastedBack() throws {
        for (code, minorUnits) in [("RUB", 123_456_789), ("JPY", 5_000_000), ("KWD", 1)] as [(String, Int64)] {
            let money = Money(minorUnits: minorUnits, currency: try #require(Currency(code: code)))
            #expect(try MoneyArgument.money(ValueText.money(money), currency: nil, flag: "amount") == money)
        }
    }

    @Test func twoCurrenciesThatDifferAreRefused() {
        #expect(throws: UsageError.self) { try MoneyArgument.money("5 RUB", currency: "USD", flag: "amount") }
    }

    @Test func aWrongCurrencyGetsAQuestion() {
        let error = #expect(throws: UsageError.self) { try MoneyArgument.currency("RUBB", flag: "currency") }
        #expect(error?.hint?.description == "did you mean RUB?")
    }
}
