import Domain
import Testing

@testable import GatewaySession
@testable import GatewayWords

@Suite struct LanguageTests {
    @Test(
        arguments: [
            ([], ["LANG": "ru_RU.UTF-8"], Language.russian), ([], ["LANG": "ru"], .russian), ([], [:], .english),
            ([], ["LANG": "de_DE.UTF-8"], .english), ([], ["LANG": "C"], .english), ([], ["LANG": "RU_ru"], .russian),
            ([], ["LANG": "ru_RU.UTF-8", "LC_ALL": "en_GB.UTF-8"], .english),
            ([], ["LANG": "en_GB.UTF-8", "LC_MESSAGES": "ru_RU"], .russian),
            ([], ["LANG": "ru_RU.UTF-8", "LC_ALL": "", "LC_MESSAGES": ""], .russian),
            (["--lang", "ru", "accounts"], [:], .russian), (["accounts", "--lang=ru"], [:], .russian),
            (["accounts", "--lang", "en"], ["LANG": "ru_RU.UTF-8"], .english),
            (["accounts", "--lang", "xx"], ["LANG": "ru_RU.UTF-8"], .russian), (["accounts", "--lang"], [:], .english),
            (["call", "--", "--lang=ru"], [:], .english),
            (["accounts", "--json", "--lang", "ru"], ["LANG": "ru_RU.UTF-8"], .english),
        ] as [([String], [String: String], Language)])
    func theFlagComesBeforeTheVariables(_ arguments: [String], _ variables: [String: String], _ language: Language) {
        #expect(Language.chosen(arguments: arguments, variables: variables) == language)
    }

    @Test(arguments: [
        (0, "0 дней"), (1, "1 день"), (2, "2 дня"), (4, "4 дня"), (5, "5 дней"), (11, "11 дней"), (12, "12 дней"),
        (14, "14 дней"), (20, "20 дней"), (21, "21 день"), (22, "22 дня"), (25, "25 дней"), (101, "101 день"),
        (111, "111 дней"), (112, "112 дней"), (1002, "1 002 дня"), (-1, "-1 день"), (-3, "-3 дня"),
    ])
    func russianPluralsHaveThreeForms(_ count: Int, _ text: String) {
        let days = Text("\(count, "day", "days")", "\(count, "день", "дня", "дней")")
        #expect(days.spoken(in: .russian).replacing("\u{A0}", with: " ") == text)
    }

    @Test func englishPluralsHaveTwoForms() {
        for (count, text) in [(0, "0 days"), (1, "1 day"), (2, "2 days"), (21, "21 days")] {
            #expect(Text("\(count, "day", "days")", "").spoken(in: .english) == text)
        }
    }

    @Test func valuesTakeTheFormOfTheirLanguage() throws {
        let money = Money(minorUnits: -123_456, currency: try #require(Currency(code: "RUB")))
        let yen = Money(minorUnits: 1_234_567, currency: try #require(Currency(code: "JPY")))
        let time = try #require(Instant("2026-01-31T09:08:07Z"))
        let day = try #require(CalendarDay("2026-01-31"))
        let name = Text("one", "один")
        let text = Text("\(money), \(yen), \(time), \(day), \(name)", "\(money), \(yen), \(time), \(day), \(name)")
        #expect(
            text.spoken(in: .english).replacing("\u{A0}", with: " ")
                == "-1 234.56 RUB, 1 234 567 JPY, 2026-01-31 09:08:07, 2026-01-31, one")
        #expect(
            text.spoken(in: .russian).replacing("\u{A0}", with: " ")
                == "-1 234,56 ₽, 1 234 567 JPY, 31.01.2026 09:08:07, 31.01.2026, один")
        #expect(ValueText.duration(seconds: 3725, in: .russian).replacing("\u{A0}", with: " ") == "1 ч 2 мин")
        #expect(ValueText.duration(seconds: 0, in: .russian) == "0\u{A0}с")
        #expect(ValueText.day("not a day", in: .russian) == "not a day")
    }

    @Test func theLanguageIsThatOfTheRunAndOfItsTasks() async {
        let text = Text("yes", "да")
        #expect("\(text)" == "yes")
        await Language.$current.withValue(.russian) {
            #expect("\(text)" == "да")
            #expect(StyledText(text).text == "да")
            let child = await Task { "\(text)" }.value
            #expect(child == "да")
            #expect(NumberText.change(0.0123) == "+1,2\u{A0}%")
        }
        #expect("\(text)" == "yes")
    }

    @Test func textsAreJoined() {
        let joined = [Text("a", "б"), Text("c", "в")].joined(separator: ", ")
        #expect(joined.spoken(in: .russian) == "б, в")
        #expect((Text("a", "б") + Text(verbatim: "!")).spoken(in: .english) == "a!")
    }

    @Test func whatIsPrintedInRussianCanBePastedBack() throws {
        for code in Currency.all.map(\.code) {
            let money = Money(minorUnits: 123_456_789, currency: try #require(Currency(code: code)))
            let text = ValueText.money(money, in: .russian)
            #expect(try MoneyArgument.money(text, standard: nil, flag: "amount") == money, "\(text)")
        }
    }

    @Test func aRunSpeaksRussianAndItsJSONDoesNot() async throws {
        let fixture = try GatewayFixture()
        fixture.services.answer("ledger.accounts", json: GatewayFixture.accounts)
        try await fixture.signIn()
        let help = await fixture.run("--lang", "ru")
        #expect(help.output.contains("\nЛюди\n"))
        let accounts = await fixture.run(["accounts"], variables: ["LANG": "ru_RU.UTF-8"])
        #expect(accounts.output.contains("1\u{A0}500,50\u{A0}₽"))
        let variables = ["LANG": "ru_RU.UTF-8"]
        for arguments in [["accounts", "--json"], ["accoutns", "--json"], ["balance", "--json"]] {
            let russian = await fixture.run(arguments, variables: variables)
            let english = await fixture.run(arguments)
            #expect(russian.output == english.output)
            #expect(russian.errors == english.errors)
        }
        #expect(await fixture.run("accoutns", "--lang", "ru").errors.contains("может быть, gateway accounts?"))
        #expect(await fixture.run("accounts", "--lang", "de").code == 2)
    }
}
