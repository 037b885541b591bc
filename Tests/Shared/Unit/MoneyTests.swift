import Domain
import TestSupport
import Testing

@Suite struct MoneyTests {
    private func currency(_ code: String) throws -> Currency { try #require(Currency(code: code)) }

    @Test(arguments: [
        ("RUB", "1234.5", 123_450 as Int64, "1234.50"), ("RUB", "0.05", 5, "0.05"), ("RUB", "-0.05", -5, "-0.05"),
        ("RUB", "007", 700, "7.00"), ("JPY", "1000", 1000, "1000"), ("KWD", "1.2", 1200, "1.200"),
        ("CHF", "0", 0, "0.00"),
        ("RUB", "92233720368547758.07", Int64.max, "92233720368547758.07"),
        ("RUB", "-92233720368547758.08", Int64.min, "-92233720368547758.08"),
    ])
    func anAmountIsReadAndWrittenExactly(code: String, text: String, minorUnits: Int64, written: String) throws {
        let money = try Money(decimal: text, currency: currency(code))
        #expect(money.minorUnits == minorUnits)
        #expect(money.decimalText == written)
    }

    @Test(arguments: [
        ("", MoneyRule.notDecimal), (" 1", .notDecimal), ("1 ", .notDecimal), ("+1", .notDecimal), ("1e3", .notDecimal),
        (".5", .notDecimal), ("1.", .notDecimal), ("1.2.3", .notDecimal), ("--1", .notDecimal), ("-", .notDecimal),
        ("1,5", .notDecimal), ("٣", .notDecimal), ("１", .notDecimal), ("NaN", .notDecimal), ("1.234", .tooManyDecimals),
        ("1.230", .tooManyDecimals), ("92233720368547758.08", .tooLarge), ("99999999999999999999999", .tooLarge),
        ("-92233720368547758.09", .tooLarge),
    ])
    func aTextThatIsNoAmountNamesTheRule(text: String, rule: MoneyRule) throws {
        let rubles = try currency("RUB")
        #expect(throws: rule) { try Money(decimal: text, currency: rubles) }
    }

    @Test func everyRandomAmountSurvivesItsText() throws {
        let seed = UInt64.random(in: .min ... .max)
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<10_000 {
            let picked = Currency.all.randomElement(using: &generator)
            let money = Money(minorUnits: .random(in: .min ... .max, using: &generator), currency: try #require(picked))
            #expect(try Money(decimal: money.decimalText, currency: money.currency) == money, "seed \(seed)")
        }
    }

    @Test(arguments: ["rub", "RU", "RUBB", "", "XXX", "РУБ", "R1B"])
    func aCodeThatIsNotListedIsNoCurrency(code: String) {
        #expect(Currency(code: code) == nil)
    }

    @Test func exponentsFollowTheList() throws {
        #expect(try ["JPY", "KRW", "RUB", "USD", "KWD"].map { try currency($0).exponent } == [0, 0, 2, 2, 3])
        #expect(Set(Currency.all.map(\.code)).count == Currency.all.count)
        #expect(Currency.all.count > 150)
    }
}
