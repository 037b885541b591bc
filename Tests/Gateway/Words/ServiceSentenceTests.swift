import Coordination
import Domain
import Glibc
import Hosting
import Reasons
import Signals
import Testing

@testable import GatewayService

/// What services say in English, said in Russian. That every sentence of theirs is there is told by the tests of the
/// architecture, which read the sources.
@Suite struct ServiceSentenceTests {
    /// With plain spaces.
    private static func said(_ english: String) -> String? {
        ServiceSentences.phrase(english)?.replacing("\u{A0}", with: " ")
    }

    private static func said(_ fault: Fault, flag: String? = nil) -> String {
        FaultSentence.of(fault, flag: flag).spoken(in: .russian).replacing("\u{A0}", with: " ")
    }

    @Test(arguments: [
        ("Insufficient funds: 100.00 RUB available, 1 500.50 RUB needed.", "На счёте 100,00 ₽, а нужно 1 500,50 ₽."),
        (
            "Insufficient funds: 150.00 RUB available, the overdraft counted, 1 500.50 RUB needed.",
            "Потратить можно 150,00 ₽, считая овердрафт, а нужно 1 500,50 ₽."
        ),
        ("There is nothing available in the account.", "На счёте ничего не доступно."),
        (
            "There is nothing available in the account; a transfer up to an amount does not use the overdraft.",
            "На счёте ничего не доступно, а перевод «сколько есть» овердрафт не трогает."
        ),
        (
            "This needs a code of your authenticator app: 500.00 RUB to 5kqj7x9w2m4p on 2026-12-01. Send it again with the code.",
            "Нужен код из приложения: 500,00 ₽ на счёт 5kqj7x9w2m4p, 01.12.2026. Пошлите запрос снова, с кодом."
        ),
        (
            "The payer's account is in RUB, the amount in USD.",
            "Валюта счёта, с которого переводят, RUB, а суммы USD."
        ),
        (
            "To send 5.00 KZT to abc needs a code of your authenticator app; confirm it with that before 2026-11-22T10:00:00Z.",
            "Чтобы отправить 5,00 ₸ на счёт abc, нужен код из приложения; подтвердите им до 22.11.2026 10:00:00 UTC."
        ),
        (
            "Your rate from USD to RUB is of 2026-11-01, older than 21 days; enter a new one.",
            "Ваш курс USD к RUB от 01.11.2026, он старше 21 дня; запишите новый."
        ),
        (
            "The mandate lets subscriptions take 10.00 RUB more in this month.",
            "Разрешение позволяет службе subscriptions списать ещё 10,00 ₽, и только за этот месяц."
        ),
        (
            "There are no candles of SBER in the timeframe 1h.",
            "Свечей SBER с шагом 1h нет; gateway market list перечисляет бумаги."
        ),
        (
            "There are no candles of SBER.",
            "Свечей SBER нет; gateway market list перечисляет бумаги."
        ),
        (
            "csv has 2 bad lines, and nothing was imported: line 3 has \"x\" for close, which is no number.",
            "Файл не загружен, в нём 2 негодные строки: строка 3: close — \"x\", это не число."
        ),
        (
            "csv has a bad line, and nothing was imported: line 3 open must be above 0.",
            "Файл не загружен, в нём негодная строка: строка 3: open: нужно больше 0."
        ),
        (
            "This is not JSON we take: the text ends too early at byte 12.",
            "Такой JSON служба не принимает: текст обрывается, байт 12."
        ),
        (
            "Not done, because transfer 3 of this chain was refused.",
            "Не сделано: отвергнут перевод 3 этого списка (цепочка)."
        ),
        (
            "There can be at most 1000 rates; remove some first.",
            "Их может быть не больше 1000 (курсы); сначала удалите лишнее."
        ),
        (
            "The Moscow Exchange cannot be asked now: timed_out: Timeout was reached (28). Nothing was changed.",
            "Московская биржа сейчас не отвечает: время вышло (Timeout was reached (28)). Ничего не изменилось."
        ),
        (
            "scanner does not answer now; this is how things stood at 2026-11-21 08:51 UTC; 2 patterns rest on candles that have changed since",
            "служба scanner сейчас не отвечает; так было в 2026-11-21 08:51 UTC; у 2 паттернов свечи с тех пор изменились"
        ),
    ])
    func sentences(english: String, russian: String) {
        let known = Self.said(english)
        #expect(known == russian || known == russian + ".", "\(english)")
    }

    @Test(arguments: [
        (1, "1 секунду", "1 символа", "1 негодная строка"), (2, "2 секунды", "2 символов", "2 негодные строки"),
        (5, "5 секунд", "5 символов", "5 негодных строк"), (11, "11 секунд", "11 символов", "11 негодных строк"),
        (21, "21 секунду", "21 символа", "21 негодная строка"),
        (104, "104 секунды", "104 символов", "104 негодные строки"),
    ])
    func countsAreInTheirForm(count: Int, seconds: String, characters: String, lines: String) {
        #expect(
            Self.said(Fault(.tooManyAttempts, .tooManyFailedSignIns, ["seconds": .number(count)]))
                == "Слишком много неудачных входов; повторите через \(seconds).")
        #expect(Self.said("must have at most \(count) characters") == "не длиннее \(characters)")
        #expect(Self.said("\(count) bad lines") == lines)
    }

    @Test func rulesStandBehindTheFlagOrTheField() {
        let fault = Fault.invalidArgument("limit", "must be 1 to 1000")
        #expect(Self.said(fault, flag: "limit") == "--limit: от 1 до 1000.")
        #expect(Self.said(fault) == "limit: от 1 до 1000.")
        #expect(FaultSentence.atField(fault).spoken(in: .russian) == "От 1 до 1000.")
        #expect(FaultSentence.of(fault, flag: "limit").spoken(in: .english) == "--limit must be 1 to 1000.")
        #expect(
            Self.said(Fault(.emptyField, "password must not be empty.", field: "password"), flag: "password")
                == "--password: не может быть пустым.")
        #expect(
            Self.said(Fault(.invalidArgument, "params are missing.")) == "params: не указаны.")
        #expect(
            Self.said(.invalidArgument("amount.currency", "must be a currency code of ISO 4217, such as RUB"))
                == "Сумма, валюта: нужен код валюты ISO 4217, например RUB.")
    }

    @Test func aWholeSentenceIsNotTakenForARule() {
        let fault = Fault(
            .invalidArgument,
            "csv has 3 bad lines, and nothing was imported: line 2 has \"x\" for open, which is no number.",
            field: "csv")
        #expect(
            Self.said(fault)
                == "Файл не загружен, в нём 3 негодные строки: строка 2: open — \"x\", это не число.")
        #expect(
            Self.said(.invalidArgument("csv", "has no header with a date and a price among its first lines"))
                == "файл: в первых строках нет заголовка с датой и ценой.")
        #expect(
            Self.said(.invalidArgument("params", "must name a limit to set or to remove"))
                == "Укажите лимит, который задать или снять.")
    }

    @Test func keysUsedTwiceAreSpokenOf() {
        let fault = Fault(
            .conflict,
            "_meta.idempotencyKey was used before for a request of other content; make a new key for a new request.",
            field: "_meta.idempotencyKey")
        #expect(Self.said(fault).hasPrefix("Этот ключ идемпотентности уже был"))
    }

    @Test func aServiceOfAnotherVersionIsUnderstoodByItsCodes() {
        let strange = Fault(.invalidArgument, "colour must please everybody.", field: "colour")
        #expect(Self.said(strange, flag: "colour") == "Значение не подходит. --colour must please everybody.")
        #expect(Self.said(Fault(.accountFrozen, "It is cold.")) == "Счёт заморожен.")
        #expect(Self.said("Nothing of the kind is known.") == nil)
        // Whoever speaks of no amount is not taken for a sentence about one.
        #expect(Self.said("No money for you.") == nil)
    }

    @Test func theSentenceThatSaysMostOfItIsMeant() {
        #expect(Self.said("must be at most 5 characters") == "не длиннее 5 символов")
        #expect(Self.said("must be at most 5.00 RUB") == "не больше 5,00 ₽")
        #expect(Self.said("must be at most 5") == "не больше 5")
        #expect(Self.said("must be 1 to 5") == "от 1 до 5")
        #expect(Self.said("must be 3 to 5") == "от 3 до 5")
    }

    /// What may stand in a place.
    private static func sample(_ place: Int, of russian: String) -> String {
        if russian.contains("{\(place)$}") { return "1 012.50 RUB" }
        if russian.contains("{\(place) ") { return "25" }
        return russian.contains("{\(place)!}") ? "nothing" : "x\(place)y"
    }

    @Test(arguments: ServiceSentences.tables.flatMap { $0.map(\.key) })
    func everySentenceIsFoundAgain(english: String) throws {
        let entries = ServiceSentences.tables.flatMap { $0.filter { $0.key == english } }
        let russian = try #require(entries.first).value
        let template = RussianTemplate(russian)
        #expect(russian.unicodeScalars.contains { ("а"..."я").contains($0) } || english.hasPrefix("Telegram: "))
        var (sentence, values) = (english, [Int: String]())
        for place in 0..<9 where english.contains("{\(place)}") {
            values[place] = Self.sample(place, of: russian)
            sentence = sentence.replacing("{\(place)}", with: values[place] ?? "")
        }
        #expect(template.places.isSubset(of: values.keys))
        #expect(ServiceSentences.phrase(sentence) == template.said(of: values))
        // Nothing is left of a place that was written wrongly.
        #expect(!template.said(of: values).contains("{"))
    }

    /// What the sentence says itself is no fact besides it: what is left.
    @Test func factsHaveRussianNames() {
        let fault = Fault(
            .limitExceeded, "A transfer from this account may take at most 5000.00 RUB, whoever gets it.",
            field: "amount",
            details: [
                "which": .text("perTransfer"), "left": .text("5000.00"), "resetsAt": .text("2026-11-23T00:00:00Z"),
                "enrolled": .flag(false), "line 007": .text("must be above 0"), "from": .text("USD"),
                "fromTheFuture": .number(3),
            ])
        let report = FaultReport(fault)
        let russian = Language.$current.withValue(.russian) { report.page.rendered(width: nil, hasColor: false) }
        #expect(
            russian.replacing("\u{A0}", with: " ") == """
                gateway: Одним переводом с этого счёта, кому угодно, можно отправить не больше 5 000,00 ₽. [limitExceeded]
                  коды включены: нет
                  из валюты: USD
                  fromTheFuture: 3
                  строка 7: нужно больше 0
                  обновится: 23.11.2026 00:00:00 UTC
                  какой лимит: на один перевод
                  подсказка: gateway limits show ACCOUNT покажет, что осталось

                """)
        #expect(report.page.rendered(width: nil, hasColor: false).contains("\n  which: perTransfer\n"))
    }

    @Test func programsReadTheSameInBothLanguages() throws {
        let command = try #require(CommandTable.all.first { $0.name == "transfer" })
        let errors: [any Error] = [
            Fault.invalidArgument("limit", "must be 1 to 1000"), Fault(.insufficientFunds, "There is no money."),
            Fault(.notFound, "You have no account of this id.", field: "from"),
            Fault(.confirmationRequired, "It needs a code.", details: ["challenge": .text("c1")]),
            UsageError(Text("There is no such flag.", "Такого флага нет."), hint: Text("see help", "см. справку")),
            CancellationError(),
        ]
        for error in errors {
            let english = FaultReport(error, of: command).json
            let russian = Language.$current.withValue(.russian) { FaultReport(error, of: command).json }
            #expect(String(decoding: russian, as: UTF8.self) == String(decoding: english, as: UTF8.self))
        }
    }

    @Test(arguments: [
        ("exit 70", "сбой, подробности в журнале (код 70)"), ("exit 3", "код 3"), ("signal 9", "убита (сигнал 9)"),
        ("signal 64", "сигнал 64"), ("not started: No such file", "не запустилась: No such file"), ("odd", "odd"),
    ])
    func endsOfProcessesAreSaidInWords(note: String, russian: String) {
        #expect(ProcessEndText.of(note).spoken(in: .russian) == russian)
        #expect(ProcessEndText.of(note).spoken(in: .english).contains(note.split(separator: ":").first ?? ""))
    }

    @Test(arguments: [
        ("Opening balance", "Начальный остаток"), ("Exchange at 92.4504", "Обмен по курсу 92,4504"),
        ("Exchange at the station", "Exchange at the station"), ("обед", "обед"),
    ])
    func whatTheBooksSayIsSaidInRussian(description: String, russian: String) {
        #expect(BookText.description(description).spoken(in: .russian) == russian)
        #expect(BookText.description(description).spoken(in: .english) == description)
    }

    @Test func theWorldOutsideIsNamed() {
        #expect(BookText.giver("world-RUB").spoken(in: .russian) == "извне (world-RUB)")
        #expect(BookText.getter("world-RUB").spoken(in: .russian) == "наружу (world-RUB)")
        #expect(BookText.giver("world-RUB").spoken(in: .english) == "world-RUB")
        #expect(BookText.getter("a1b2c3d4e5f6").spoken(in: .russian) == "a1b2c3d4e5f6")
    }

    @Test func whatTheSystemRefusesIsSaidInRussian() {
        let missing = HostingError.system("open /tmp/x", errno: ENOENT)
        #expect(SystemErrorText.of(missing).spoken(in: .russian) == "open /tmp/x: такого файла нет")
        #expect(SystemErrorText.of(missing).spoken(in: .english) == missing.message)
        let running = HostingError(.alreadyRunning, "the services are already running (pid 5)")
        #expect(SystemErrorText.of(running).spoken(in: .russian) == "службы уже работают (pid 5)")
        let said = Text("It failed: \(missing).", "Не вышло: \(missing).")
        #expect(said.spoken(in: .russian) == "Не вышло: open /tmp/x: такого файла нет.")
    }

    @Test func categoriesOfTheCatalogueAreNamedAndOwnOnesStay() {
        #expect(CategoryText.of("transport").spoken(in: .russian) == "транспорт")
        #expect(CategoryText.of("transport").spoken(in: .english) == "transport")
        #expect(CategoryText.of("дача").spoken(in: .russian) == "дача")
    }
}
