import Domain
import TestSupport
import Testing

/// Goal: an amount that a person types is read as that amount or refused, never as another.
@Suite struct TypedAmountTests {
    private static func currency(_ code: String) throws -> Currency { try #require(Currency(code: code)) }

    private static func read(_ text: String, in code: String?) throws -> String {
        let money = try TypedAmount(text).money(in: code.map { try currency($0) })
        return "\(money.decimalText) \(money.currency.code)"
    }

    @Test(
        arguments: [
            ("5", "5.00 RUB"), ("500", "500.00 RUB"), ("1500.5", "1500.50 RUB"), ("1500,5", "1500.50 RUB"),
            ("1 500,50", "1500.50 RUB"), ("1,500.50", "1500.50 RUB"), ("1.500,50", "1500.50 RUB"),
            ("1 500.50", "1500.50 RUB"), ("1\u{A0}500,50", "1500.50 RUB"), ("1\u{202F}500", "1500.00 RUB"),
            ("1\u{2009}234\u{2009}567,8", "1234567.80 RUB"), ("1'500.50", "1500.50 RUB"), ("1’500", "1500.00 RUB"),
            ("1_000", "1000.00 RUB"), ("1,234,567", "1234567.00 RUB"), ("1.234.567", "1234567.00 RUB"),
            ("1 500 руб", "1500.00 RUB"), ("1500 руб.", "1500.00 RUB"), ("1500р", "1500.00 RUB"),
            ("1500 р.", "1500.00 RUB"), ("1500 rub", "1500.00 RUB"), ("5 рублей", "5.00 RUB"), ("₽500", "500.00 RUB"),
            ("500₽", "500.00 RUB"), ("RUB 500", "500.00 RUB"), ("$5", "5.00 USD"), ("5 $", "5.00 USD"),
            ("€ 1.500,50", "1500.50 EUR"), ("5 евро", "5.00 EUR"), ("10 usd", "10.00 USD"), ("5 тенге", "5.00 KZT"),
            ("5к", "5000.00 RUB"), ("5k", "5000.00 RUB"), ("5 K", "5000.00 RUB"), ("1,5к", "1500.00 RUB"),
            ("1.5k", "1500.00 RUB"), ("5к руб", "5000.00 RUB"), ("5kRUB", "5000.00 RUB"), ("$1.5k", "1500.00 USD"),
            ("2 тыс. ₽", "2000.00 RUB"), ("1,25 млн", "1250000.00 RUB"), ("0,5к", "500.00 RUB"),
            ("0,05", "0.05 RUB"), ("-5", "-5.00 RUB"), ("\u{2212}5", "-5.00 RUB"), ("-$5", "-5.00 USD"),
            (" 5 ", "5.00 RUB"), ("15000,5", "15000.50 RUB"), ("1,500 JPY", "1500 JPY"), ("0,500 KWD", "0.500 KWD"),
            ("5 Kč", "5.00 CZK"), ("1 000 zł", "1000.00 PLN"),
        ] as [(String, String)])
    func amountsAreReadAsPeopleTypeThem(_ text: String, _ amount: String) throws {
        #expect(try Self.read(text, in: "RUB") == amount)
    }

    @Test(arguments: [
        "", " ", "RUB", "руб", "к", "5..0", "5,,0", "1 50", "1 5000", "12 34", "1,50,000", "1 500.500.00", "1.500 500",
        "1,500.50,50", "1e3", "٥", "5 6 RUB", "5 R1B", "+5", "5.", ".5", ",5", "--5", "5-", "$5 USD", "$5$", "5 рубл",
        "5кк", "12.-", "1,500 500.5", "five", "5%", "1__000",
    ])
    func whatIsNoAmountIsRefused(_ text: String) {
        #expect(throws: TypedAmount.Problem.notAnAmount) { try Self.read(text, in: "RUB") }
    }

    @Test(
        arguments: [
            ("1,500", "RUB", "1500", "1.500"), ("1.500", "RUB", "1500", "1.500"),
            ("12,345 ₽", "RUB", "12345", "12.345"),
            ("1,234", "USD", "1234", "1.234"), ("1,500", "KWD", "1500", "1.500"), ("1,500к", "RUB", "1500000", "1500"),
            ("-1.500", "RUB", "-1500", "-1.500"),
        ] as [(String, String, String, String)])
    func whatCouldBeTwoAmountsIsNone(_ text: String, _ code: String, _ thousands: String, _ decimals: String) throws {
        let currency = try Self.currency(code)
        #expect(throws: TypedAmount.Problem.ambiguous(thousands: thousands, decimals: decimals, currency)) {
            try Self.read(text, in: code)
        }
    }

    @Test func aSignThatSeveralCurrenciesShareIsNotGuessedAt() throws {
        let (dollar, canadian) = (try Self.currency("USD"), try Self.currency("CAD"))
        #expect(throws: TypedAmount.Problem.ambiguousCurrency("$", [canadian, dollar])) {
            try Self.read("$5", in: "CAD")
        }
        #expect(
            throws: TypedAmount.Problem.ambiguousCurrency("руб", [try Self.currency("BYN"), try Self.currency("RUB")])
        ) {
            try Self.read("5 руб", in: "BYN")
        }
        #expect(try Self.read("¥500", in: "JPY") == "500 JPY" && Self.read("¥500", in: "CNY") == "500.00 CNY")
        #expect(throws: TypedAmount.Problem.self) { try Self.read("¥500", in: "RUB") }
        #expect(throws: TypedAmount.Problem.unknownCurrency("XYZ")) { try Self.read("5 xyz", in: "RUB") }
        #expect(throws: TypedAmount.Problem.noCurrency) { try Self.read("5", in: nil) }
    }

    @Test func whatNoAmountOfTheCurrencyHasIsSaid() throws {
        let rubles = try Self.currency("RUB")
        #expect(throws: TypedAmount.Problem.rule(.tooManyDecimals, rubles)) { try Self.read("5,0001", in: "RUB") }
        #expect(throws: TypedAmount.Problem.rule(.tooManyDecimals, try Self.currency("JPY"))) {
            try Self.read("5,5", in: "JPY")
        }
        #expect(throws: TypedAmount.Problem.rule(.tooLarge, rubles)) {
            try Self.read("92233720368547758,08", in: "RUB")
        }
        #expect(try Self.read("0,0015к", in: "RUB") == "1.50 RUB")
    }

    @Test(arguments: [
        ("1,5", "1.5"), ("1.5", "1.5"), ("1.125", "1.125"), ("1 000,25", "1000.25"), ("40", "40"), ("-2,5", "-2.5"),
        ("1,234,567", "1234567"), ("0,125", "0.125"),
    ])
    func otherNumbersHaveAPointOrACommaToo(_ text: String, _ number: String) throws {
        #expect(try TypedNumber(text, as: .quantity).decimalText == number)
    }

    @Test func aCommaBeforeThreeDigitsOfAnotherNumberIsNotGuessedAtEither() {
        #expect(throws: TypedNumber.Problem.ambiguous(thousands: "33333", decimals: "33.333")) {
            try TypedNumber("33,333", as: .quantity)
        }
    }

    /// Written amounts can be typed back, in both languages and every currency. 1.234 KWD alone could be 1 234 KWD.
    @Test func whatIsWrittenIsReadBack() throws {
        let seed = UInt64.random(in: .min ... .max)
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<2_000 {
            let currency = try #require(Currency.all.randomElement(using: &generator))
            let units = Int64.random(in: Int64.min...Int64.max, using: &generator) >> Int64.random(in: 8..<63)
            let money = Money(minorUnits: units, currency: currency)
            let couldBeTwo = currency.exponent == 3 && (1_000...999_999).contains(units.magnitude)
            for language in [Language.english, .russian] {
                let text = AmountText.money(money, in: language)
                let read = try? TypedAmount(text).money(in: nil)
                #expect(couldBeTwo ? read == nil : read == money, "\(text), seed \(seed)")
            }
            #expect(
                AmountText.translated("\(money)", to: .russian) == AmountText.money(money, in: .russian),
                "\(money), seed \(seed)")
        }
    }

    /// No text traps.
    @Test func noTextTraps() throws {
        let seed = UInt64.random(in: .min ... .max)
        var generator = SeededGenerator(seed: seed)
        let letters = Array("0123456789.,  \u{A0}'_-\u{2212}$₽€kкрубRUBтыс\u{301}😀")
        let rubles = try Self.currency("RUB")
        for _ in 0..<5_000 {
            let length = Int.random(in: 0...12, using: &generator)
            let text = String((0..<length).compactMap { _ in letters.randomElement(using: &generator) })
            _ = try? TypedAmount(text).money(in: rubles)
            _ = try? TypedNumber(text, as: .quantity)
        }
    }
}
