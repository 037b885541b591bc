import Domain
import Testing

/// Plurals, currency signs and amounts, shared by all parts of the house with texts for people.
@Suite struct LanguageOfNumbersTests {
    @Test(arguments: [
        (0, PluralForm.many, PluralForm.many), (1, .one, .one), (2, .many, .few), (4, .many, .few), (5, .many, .many),
        (11, .many, .many), (14, .many, .many), (21, .many, .one), (22, .many, .few), (25, .many, .many),
        (101, .many, .one), (111, .many, .many), (112, .many, .many), (1_001, .many, .one), (-1, .many, .one),
        (-3, .many, .few), (Int.min, .many, .many),
    ])
    func nounsHaveTheFormsOfTheirLanguage(_ count: Int, _ english: PluralForm, _ russian: PluralForm) {
        #expect(PluralForm(of: count, in: .english) == english)
        #expect(PluralForm(of: count, in: .russian) == russian)
    }

    @Test func aFormChoosesItsWord() {
        let words = [1, 3, 7].map { PluralForm(of: $0, in: .russian).of("день", "дня", "дней") }
        #expect(words == ["день", "дня", "дней"])
    }

    @Test func aSignOfOnesOwnLeadsBackToItsCurrency() throws {
        var signs: [String] = []
        for currency in Currency.all {
            guard let sign = currency.ownSymbol else { continue }
            signs.append(sign)
            #expect(Currency(ownSymbol: sign) == currency && currency.symbol == sign)
        }
        #expect(Set(signs).count == signs.count && signs.contains("₽") && signs.contains("$"))
        for foreign in ["¥", "zł", "RUB", "", "₽₽"] { #expect(Currency(ownSymbol: foreign) == nil, "\(foreign)") }
        let yen = try #require(Currency(code: "JPY"))
        #expect(yen.symbol == "¥" && yen.ownSymbol == nil, "China has it too")
        #expect(try #require(Currency(code: "VED")).symbol == nil)
    }

    @Test(
        arguments: [
            (123_456_789, "RUB", "1 234 567.89 RUB", "1 234 567,89 ₽"), (100, "RUB", "1.00 RUB", "1,00 ₽"),
            (-12_345_600, "USD", "-123 456.00 USD", "-123 456,00 $"), (1234, "JPY", "1 234 JPY", "1 234 JPY"),
            (1, "KWD", "0.001 KWD", "0,001 KWD"),
            (Int64.min, "RUB", "-92 233 720 368 547 758.08 RUB", "-92 233 720 368 547 758,08 ₽"),
        ] as [(Int64, String, String, String)])
    func amountsAreHeldTogether(_ minorUnits: Int64, _ code: String, _ english: String, _ russian: String) throws {
        let money = Money(minorUnits: minorUnits, currency: try #require(Currency(code: code)))
        #expect(AmountText.money(money, in: .english) == english.replacing(" ", with: "\u{A0}"))
        #expect(AmountText.money(money, in: .russian) == russian.replacing(" ", with: "\u{A0}"))
        let signed = AmountText.money(money, isSigned: true, in: .english)
        #expect(signed.hasPrefix("+") == (minorUnits > 0))
    }

    @Test func daysAreWrittenAsInTheLanguage() throws {
        let day = try #require(CalendarDay("2026-01-31"))
        #expect(DayText.of(day, in: .english) == "2026-01-31" && DayText.of(day, in: .russian) == "31.01.2026")
    }
}
