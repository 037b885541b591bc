import Coordination
import Domain
import Glibc
import Hosting
import Reasons
import Signals
import Testing

@testable import GatewayWords

/// Faults in both languages, composed of their reasons and details.
@Suite struct FaultSentenceTests {
    /// Returns the sentence with plain spaces.
    private static func said(_ fault: Fault, _ language: Language = .russian, flag: String? = nil) -> String {
        FaultSentence.of(fault, flag: flag).spoken(in: language).replacing("\u{A0}", with: " ")
    }

    @Test(arguments: [
        (
            Fault(
                .insufficientFunds, .insufficientFunds,
                ["available": "100.00", "amount": "1500.50", "currency": "RUB"], field: "amount"),
            "Insufficient funds: 100.00 RUB available, 1 500.50 RUB needed.", "На счёте 100,00 ₽, а нужно 1 500,50 ₽."
        ),
        (
            Fault(
                .confirmationRequired, .orderNeedsCode,
                ["amount": "5.00", "currency": "KZT", "to": "abc", "expiresAt": "2026-11-22T10:00:00Z"],
                cause: .toSend, field: "amount"),
            """
            Sending 5.00 KZT to abc needs a code from your authenticator app; confirm with it before 2026-11-22 \
            10:00:00 UTC.
            """,
            "Чтобы отправить 5,00 ₸ на счёт abc, нужен код из приложения; подтвердите им до 22.11.2026 10:00:00 UTC."
        ),
        (
            Fault(
                .rateMissing, .rateTooOld, ["from": "USD", "to": "RUB", "asOf": "2026-11-01", "days": 21],
                field: "maxAgeDays"),
            "Your rate from USD to RUB is of 2026-11-01, more than 21 days old; enter a new one.",
            "Ваш курс USD к RUB от 01.11.2026 старше 21 дня; запишите новый."
        ),
        (
            Fault(
                .limitExceeded, .overMandate,
                ["service": "subscriptions", "left": "10.00", "currency": "RUB", "period": "month"], field: "amount"),
            "The mandate lets subscriptions debit only 10.00 RUB more this month.",
            "По разрешению служба subscriptions может списать ещё 10,00 ₽ за этот месяц."
        ),
        (
            Fault(.parseError, .notOurJSON, ["offset": 12], cause: .rule("unexpectedEnd", "", "")),
            "Invalid JSON: the text ends too early at byte 12.", "Неверный JSON: текст обрывается, байт 12."
        ),
        (
            Fault(.limitExceeded, .tooManyKept, ["limit": 1000], cause: .rates),
            "You can have at most 1000 rates; remove some first.",
            "Можно хранить не больше 1000 (курсы); сначала удалите лишнее."
        ),
    ])
    func sentences(fault: Fault, english: String, russian: String) {
        #expect(Self.said(fault, .english) == english)
        #expect(Self.said(fault) == russian)
    }

    @Test(arguments: [
        (1, "1 символа"), (2, "2 символов"), (5, "5 символов"), (11, "11 символов"), (21, "21 символа"),
        (104, "104 символов"),
    ])
    func countsAreInTheirForm(count: Int, characters: String) {
        let fault = Fault.invalidArgument("name", .tooLongText, ["most": .number(count)])
        #expect(Self.said(fault, flag: "name") == "--name: не длиннее \(characters).")
    }

    @Test func aRuleStandsBehindTheFlagOrTheField() {
        let fault = Fault.invalidArgument("limit", .mustBeBetween, ["least": 1, "most": 1000])
        #expect(Self.said(fault, .english, flag: "limit") == "--limit must be 1 to 1000.")
        #expect(Self.said(fault, flag: "limit") == "--limit: от 1 до 1000.")
        #expect(FaultSentence.atField(fault).spoken(in: .english) == "Must be 1 to 1000.")
        #expect(FaultSentence.atField(fault).spoken(in: .russian) == "От 1 до 1000.")
    }

    @Test func anotherFieldIsCalledByItsFlag() {
        let fault = Fault.invalidArgument("until", .mustNotBeBefore, ["other": "start"])
        let said = FaultSentence.of(fault, flag: "until", flags: ["start": "from-day"])
        #expect(said.spoken(in: .english) == "--until must not be before --from-day.")
        #expect(said.spoken(in: .russian) == "--until: не может быть раньше, чем --from-day.")
    }

    @Test func aReasonOfTomorrowSaysItsMessage() {
        let fault = Fault(
            code: .conflict, reason: "ofTomorrow", message: "The moon is full.", field: nil, isRetryable: false,
            retryAfterMilliseconds: nil, details: [:])
        #expect(Self.said(fault, .english) == "The moon is full.")
        #expect(Self.said(fault) == "Это противоречит тому, что есть. The moon is full.")
    }

    @Test func errorsOfTheSystemAreTranslated() {
        let missing = HostingError.system("open /tmp/x", errno: ENOENT)
        #expect(SystemErrorText.of(missing).spoken(in: .russian) == "open /tmp/x: такого файла нет")
        let running = HostingError(.alreadyRunning, .servicesRunningAs, ["pid": 5])
        #expect(SystemErrorText.of(running).spoken(in: .russian) == "службы уже работают (pid 5)")
    }
}
