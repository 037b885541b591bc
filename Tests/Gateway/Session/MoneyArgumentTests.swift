import Domain
import Testing

@testable import GatewaySession
@testable import GatewayWords

@Suite struct MoneyArgumentTests {
    private let rubles = Currency(code: "RUB")

    private func refusal(_ text: String, standard: String? = "RUB") -> UsageError? {
        #expect(throws: UsageError.self) {
            try MoneyArgument.money(text, standard: standard.flatMap { Currency(code: $0) }, flag: "amount")
        }
    }

    @Test(arguments: [
        ("500 RUB", 50_000), ("500.5rub", 50_050), ("500,50 ₽", 50_050), ("1\u{A0}234.50\u{A0}RUB", 123_450),
        ("-5", -500), ("1,5к", 150_000), ("1 500 руб", 150_000),
    ])
    func amountsAreReadAsPeopleTypeThem(_ text: String, _ minorUnits: Int64) throws {
        let money = try MoneyArgument.money(text, standard: rubles, flag: "amount")
        #expect(money == Money(minorUnits: minorUnits, currency: try #require(rubles)))
    }

    @Test(arguments: ["٣", "5..0", "--5", "5.", "1e3", "5 рубл"])
    func whatIsNoNumberIsNotBlamedOnTheCurrency(_ text: String) {
        #expect(refusal(text, standard: nil)?.message.description == "\(text.debugDescription) is not an amount.")
    }

    @Test func whatCouldBeTwoAmountsIsRefusedWithBoth() {
        let plain = refusal("1,500")
        #expect(plain?.message.spoken(in: .english) == "\"1,500\" may be 1\u{A0}500.00\u{A0}RUB or 1.50\u{A0}RUB.")
        #expect(
            plain?.message.spoken(in: .russian) == "\"1,500\" — это может быть 1\u{A0}500,00\u{A0}₽ или 1,50\u{A0}₽.")
        #expect(plain?.hint?.spoken(in: .english) == "write 1500 or 1.5")
        #expect(plain?.hint?.spoken(in: .russian) == "напишите 1500 или 1,5")
        // Roubles have no tenth of a kopeck, but the meaning is still ambiguous.
        #expect(
            refusal("1.234")?.message.spoken(in: .english)
                == "\"1.234\" may be 1\u{A0}234.00\u{A0}RUB or 1.234\u{A0}RUB.")
        #expect(refusal("1.234")?.hint?.spoken(in: .english) == "write 1234, or at most 2 decimals")
        #expect(
            refusal("1.234")?.hint?.spoken(in: .russian)
                == "напишите 1234 или не больше 2\u{A0}знаков после запятой")
        #expect(refusal("$5", standard: "CAD")?.message.description == "$ may be CAD or USD.")
    }

    @Test func aRefusalShowsTheAmountAsItWasTyped() {
        #expect(
            refusal("1,2345 RUB")?.message.description == "The amount 1,2345 RUB has more decimals than the currency.")
        #expect(refusal("1,2345")?.message.description == "The amount 1,2345 RUB has more decimals than the currency.")
    }

    @Test func anAmountWithoutCurrencySaysHowToWriteOne() {
        let error = refusal("500", standard: nil)
        #expect(error?.hint?.description == "write 500 RUB, or add --currency RUB")
        #expect(error?.field == "amount")
    }

    @Test func whatTheGatewayPrintsCanBePastedBack() throws {
        for (code, minorUnits) in [("RUB", 123_456_789), ("JPY", 5_000_000), ("USD", 1)] as [(String, Int64)] {
            let money = Money(minorUnits: minorUnits, currency: try #require(Currency(code: code)))
            #expect(try MoneyArgument.money(ValueText.money(money), standard: nil, flag: "amount") == money)
        }
    }

    @Test func twoCurrenciesThatDifferAreRefused() throws {
        let dollars = try #require(Currency(code: "USD"))
        let error = #expect(throws: UsageError.self) {
            try MoneyArgument.money("5 RUB", spoken: dollars, flag: "amount")
        }
        #expect(error?.message.description == "The amount says RUB, --currency says USD.")
        // A currency stated explicitly needs no further name.
        let canadian = try #require(Currency(code: "CAD"))
        #expect(
            try MoneyArgument.money("$5", spoken: canadian, flag: "amount")
                == Money(minorUnits: 500, currency: canadian))
    }

    @Test func aWrongCurrencyGetsAQuestion() {
        let error = #expect(throws: UsageError.self) { try MoneyArgument.currency("RUBB", flag: "currency") }
        #expect(error?.hint?.description == "did you mean RUB?")
        #expect(refusal("5 RBU")?.message.description == "\"RBU\" is not a currency of ISO 4217.")
    }
}
