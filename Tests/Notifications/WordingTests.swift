import Domain
import Reasons
import Signals
import Testing

@testable import NotificationsService

/// The texts of notices.
@Suite struct WordingTests {
    private func money(_ text: String, _ code: String = "RUB") throws -> Money {
        try Money(decimal: text, currency: try #require(Currency(code: code)))
    }

    @Test func daysHaveTheirPlurals() {
        let russian = MoneyWords(.ru)
        let expected = [
            (0, "0 дней"), (1, "1 день"), (2, "2 дня"), (4, "4 дня"), (5, "5 дней"), (11, "11 дней"), (12, "12 дней"),
            (14, "14 дней"), (21, "21 день"), (22, "22 дня"), (25, "25 дней"), (101, "101 день"), (111, "111 дней"),
            (112, "112 дней"), (1_001, "1 001 день"),
        ]
        for (number, text) in expected { #expect(russian.days(number) == text.replacing(" ", with: "\u{A0}")) }
        let english = MoneyWords(.en)
        #expect(
            english.days(1) == "1\u{A0}day" && english.days(0) == "0\u{A0}days" && english.days(21) == "21\u{A0}days")
    }

    @Test func moneyIsWrittenAsInTheLanguage() throws {
        #expect(MoneyWords(.ru).amount(try money("1234567.50")) == "1\u{A0}234\u{A0}567,50\u{A0}₽")
        #expect(MoneyWords(.en).amount(try money("1234567.50")) == "1\u{A0}234\u{A0}567.50\u{A0}RUB")
        #expect(MoneyWords(.en).amount(try money("999", "JPY")) == "999\u{A0}JPY")
        #expect(MoneyWords(.en).amount(try money("12.345", "KWD")) == "12.345\u{A0}KWD")
        #expect(MoneyWords(.ru).signed(try money("-0.05")) == "-0,05\u{A0}₽")
        #expect(MoneyWords(.ru).percent(0.684) == "68,4\u{A0}%")
        #expect(MoneyWords(.en).percent(-0.02, isSigned: true) == "-2\u{A0}%")
    }

    private func notice(_ kind: NotificationsSignal.Kind, late: Bool = false, _ fill: (inout NoticeFacts) -> Void)
        throws -> Notice
    {
        var facts = NoticeFacts()
        fill(&facts)
        let time = try #require(Instant("2026-11-22T20:30:00Z"))
        return Notice(
            id: "n", userID: "anna", event: "e-1", kind: kind, facts: facts, occurredAt: time, createdAt: time,
            isLate: late)
    }

    @Test func whatIsToldLateSaysSoByTheClocksOfTheReader() throws {
        let moscow = try #require(NotificationsHouse.zones.zone(named: "Europe/Moscow"))
        let notice = try notice(.moneyIn, late: true) { $0.amount = try? money("500") }
        #expect(Wording(.ru, moscow).title(notice) == "Поступило 500,00\u{A0}₽")
        #expect(Wording(.ru, moscow).body(notice) == "Сообщаем с опозданием: это было 22.11.2026 23:30.")
        #expect(Wording(.en, .utc).body(notice) == "This notification is late: it happened on 22 Nov 2026 20:30.")
    }

    @Test func failedSignInsSayHowOftenAndWhatToDo() throws {
        for means in AuthEvent.FailedMeans.allCases {
            let notice = try notice(.signInsFailed) { ($0.count, $0.name) = (20, means.rawValue) }
            let (english, russian) = (Wording(.en, .utc), Wording(.ru, .utc))
            #expect(english.title(notice) == "Failed sign-ins" && russian.title(notice) == "Неудачные попытки входа")
            #expect(english.body(notice).contains("20\u{A0}times") && russian.body(notice).contains("20\u{A0}раз"))
            #expect(english.body(notice).contains("If it was not you"), "\(means)")
            #expect(russian.body(notice).contains("Если это были не вы"), "\(means)")
        }
        let code = try notice(.signInsFailed) { ($0.count, $0.name) = (5, "code") }
        #expect(Wording(.en, .utc).body(code).contains("change the password now"), "who fails there has the password")
    }

    @Test func aPaymentSaysWhenAndAPatternWhatChanceWouldBe() throws {
        let payment = try notice(.paymentUpcoming) { facts in
            (facts.name, facts.nameInRussian, facts.count) = ("Music", "Музыка", 21)
            facts.amount = try? money("299")
            facts.day = CalendarDay("2026-12-13")
        }
        #expect(Wording(.ru, .utc).title(payment) == "Музыка: платёж 299,00\u{A0}₽ через 21\u{A0}день")
        #expect(Wording(.en, .utc).title(payment) == "Music: 299.00\u{A0}RUB is due in 21\u{A0}days")
        #expect(Wording(.ru, .utc).body(payment) == "Дата: 13.12.2026.")
        let pattern = try notice(.patternFound) { facts in
            (facts.name, facts.count, facts.direction) = ("SBER", 63, .up)
            (facts.probability, facts.probabilityLow, facts.probabilityHigh) = (0.684, 0.525, 0.809)
            (facts.baseRate, facts.change) = (0.51, 0.012)
        }
        let english = Wording(.en, .utc).body(pattern)
        for text in [
            "After 63", "up 68.4\u{A0}%", "52.5\u{A0}% to 80.9\u{A0}%", "any candle it is 51\u{A0}%", "+1.2\u{A0}%",
        ] {
            #expect(english.contains(text), "\(text) is missing in \(english)")
        }
        #expect(Wording(.ru, .utc).body(pattern).contains("63\u{A0}похожих"))
    }

    @Test(arguments: NotificationsSignal.Kind.allCases, NotificationsSignal.Language.allCases)
    func everyKindHasATitleWithoutAnyFacts(kind: NotificationsSignal.Kind, language: NotificationsSignal.Language)
        throws
    {
        let notice = try notice(kind) { _ in }
        let wording = Wording(language, .utc)
        #expect(!wording.title(notice).isEmpty)
        let text = wording.title(notice) + wording.body(notice)
        let isRussian = text.unicodeScalars.contains { (0x400...0x4FF).contains($0.value) }
        #expect(isRussian == (language == .ru), "\(text)")
    }

    @Test func whyAPaymentWasRefusedIsSaidInTheLanguageOfTheReader() throws {
        let refused = try notice(.paymentFailed) { facts in
            facts.reason = "There are 20 channels already; remove one first."
            facts.explanation = Explanation(Refusal(.tooManyChannels, ["limit": 20]))
        }
        #expect(
            Wording(.ru, .utc).body(refused)
                == "Причина: Уже есть 20\u{A0}каналов; сначала уберите один. Больше попыток не будет.")
        #expect(
            Wording(.en, .utc).body(refused)
                == "Reason: There are 20 channels already; remove one first. There will be no further attempt.")
        for explanation in [nil, Explanation(named: "rain", [:]), Explanation(named: "tooManyChannels", [:])] {
            let unknown = try notice(.paymentFailed) { ($0.reason, $0.explanation) = ("It rains.", explanation) }
            #expect(Wording(.ru, .utc).body(unknown).hasPrefix("Причина: It rains."))
        }
    }

    @Test func aLetterOfSeveralTellsThemAndIsCutToALength() throws {
        let notices = try (0..<40).map { _ in try notice(.signedIn) { $0.name = String(repeating: "x", count: 200) } }
        let delivery = Delivery(
            id: "01arz3ndektsv4rrffq69g5fav", userID: "anna", channelID: "c", form: .quiet,
            dueAt: Instant(microseconds: 0), createdAt: Instant(microseconds: 0), mayBeRepeat: true)
        let letter = Letter(notices, of: delivery, Wording(.en, .utc))
        #expect(letter.title == "During quiet hours: 40\u{A0}notifications" && letter.parts.count == 30)
        #expect(letter.more == "And 10\u{A0}more notifications in your inbox.")
        let text = letter.text(longest: 4096)
        #expect(text.count <= 4096 && text.hasSuffix("…\n\nYou may have got this already. № \(letter.reference)"))
        #expect(letter.reference == "fq69g5fav".suffix(8))
    }
}
