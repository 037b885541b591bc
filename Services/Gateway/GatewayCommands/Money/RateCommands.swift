import Coordination
import Domain
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Hosting
import Signals

/// The user's own exchange rates and their use.
enum RateCommands {
    /// The maximum size of a table of rates, in bytes.
    private static let maximumBytes = 262_144

    static let all: [any Command] = [
        SignalCommand(
            LedgerSignal.SetRate.self, "rate set", part: .money, positional: ["from", "to", "rate"],
            fields: [
                "from": Text("The currency to convert from.", "Валюта, которую отдают."),
                "to": Text("The currency to convert to.", "Валюта, которую получают."),
                "rate": Text(
                    "How many units of the second you get for one of the first, such as 0.0108.",
                    "Сколько получают за единицу другой, например 0.0108."),
                "source": Text(
                    "Its source: a bank, a site; by hand by default.",
                    "Откуда он: банк, сайт; по умолчанию вручную."),
                "asOf": Text(
                    "When it was valid, such as 2026-11-21T00:00:00Z; now by default.",
                    "Когда он действовал, например 2026-11-21T00:00:00Z; по умолчанию сейчас."),
            ],
            found: ["source"],
            examples: [
                CommandExample(
                    "rate set USD RUB 92.45 --source cbr.ru",
                    Text("one dollar is 92.45 roubles", "один доллар — 92,45 рубля"))
            ],
            notes: [
                Text(
                    "The opposite direction is a rate of its own; rates are never derived from others.",
                    "Обратное направление — отдельный курс; один из другого не вычисляется.")
            ],
            complete: { arguments, _ in
                if arguments["source"] == nil { arguments["source"] = .text(RateSource.byHand.spoken(in: .english)) }
                guard let rate = arguments.text("rate") else { return }
                arguments["rate"] = .text(try MoneyArgument.quantity(rate, flag: "rate"))
            },
            present: { answer, page in present([answer.rate], &page) }),
        SignalCommand(
            LedgerSignal.ImportRates.self, "rate import", part: .money, positional: ["file"],
            extraFlags: [
                FlagShape(
                    "file", .text, isRequired: true,
                    Text(
                        "A CSV file with from,to,rate,source,asOf in its first line.",
                        "Файл CSV с from,to,rate,source,asOf в первой строке."))
            ],
            examples: [
                CommandExample(
                    "rate import rates.csv",
                    Text("enters all rates of the file, or none", "запишет все курсы файла или ни одного"))
            ],
            complete: { arguments, _ in
                let file = arguments.text("file") ?? ""
                arguments["csv"] = .text(try content(of: file))
            },
            present: { answer, page in
                page.line(
                    StyledText("entered ", "записано "),
                    StyledText(
                        "\(answer.imported, "rate", "rates")", "\(answer.imported, "курс", "курса", "курсов")", .bold))
            }),
        SignalCommand(
            LedgerSignal.Rates.self, "rate list", part: .money,
            examples: [
                CommandExample("rate list", Text("lists the rates you have entered", "перечислит записанные курсы"))
            ],
            present: { answer, page in
                if answer.rates.isEmpty {
                    page.say("no rates yet; gateway rate set enters one", "курсов ещё нет; gateway rate set запишет")
                }
                present(answer.rates, &page)
            }),
        SignalCommand(
            LedgerSignal.RemoveRate.self, "rate remove", part: .money, positional: ["from", "to"],
            fields: [
                "from": Text("The currency to convert from.", "Валюта, которую отдают."),
                "to": Text("The currency to convert to.", "Валюта, которую получают."),
            ],
            examples: [
                CommandExample(
                    "rate remove USD RUB",
                    Text("forgets the rate from dollars to roubles", "забудет курс доллара к рублю"))
            ],
            present: { answer, page in
                page.say("removed", "удалено")
                present([answer.rate], &page)
            }),
        SignalCommand(
            LedgerSignal.Exchange.self, "exchange", part: .money, positional: ["from", "to", "amount"],
            fields: [
                "from": Text(
                    "The payer, your account: its id, your name for it, or the first letters of its id.",
                    "Ваш счёт списания: его id, имя или начало id."),
                "to": Text(
                    "The payee, your account in another currency.", "Счёт зачисления, ваш, в другой валюте."),
                "amount": Text("How much is given: 500, or 500 RUB.", "Сколько отдаётся: 500 или 500 ₽."),
                "maxAgeDays": Text(
                    "Refuse a rate older than this many days.", "Отказаться от курса старше стольких дней."),
                "dryRun": Text("Only tell what would come of it.", "Только сказать, что получится."),
                "code": OneTimeCode.field,
            ],
            accounts: ["from", "to"],
            examples: [
                CommandExample(
                    "exchange dollars main 100 USD",
                    Text(
                        "changes 100 dollars into roubles at your rate",
                        "обменяет 100 долларов на рубли по вашему курсу")),
                CommandExample(
                    "exchange dollars main 100 USD --dry-run --max-age-days 3",
                    Text("tells what would come of it", "скажет, что получится")),
            ],
            notes: [
                Text(
                    "The rate is the one you entered with gateway rate set; what you get is rounded down.",
                    "Курс — записанный вами через gateway rate set; полученное округляется вниз.")
            ],
            present: presentExchange),
    ]

    private static func content(of file: String) throws(UsageError) -> String {
        let bytes: [UInt8]?
        do {
            bytes = try readFile(file, limit: maximumBytes)
        } catch {
            throw UsageError(Text("The file cannot be read: \(error).", "Файл не прочитать: \(error)."), field: "file")
        }
        guard let bytes else {
            throw UsageError(
                Text("The file \(file) is longer than 256 KiB.", "Файл \(file) длиннее 256 КиБ."), field: "file")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw UsageError(Text("The file \(file) is not UTF-8.", "Файл \(file) не в UTF-8."), field: "file")
        }
        return text
    }

    private static func present(_ rates: [LedgerSignal.Rate], _ page: inout Page) {
        var table = Table([
            .words(Text("from", "откуда")), .words(Text("to", "куда")), .numbers(Text("rate", "курс")),
            .words(Text.byClock("as of", "на")), .text(Text("source", "источник")),
        ])
        for rate in rates {
            table.add([
                StyledText(rate.from.code), StyledText(rate.to.code), StyledText(ValueText.decimals(rate.rate), .bold),
                StyledText(ValueText.time(rate.asOf)), StyledText(RateSource.text(rate.source)),
            ])
        }
        page.table(table)
    }

    @Sendable private static func presentExchange(_ answer: LedgerSignal.ExchangeAnswer, _ page: inout Page) {
        page.line(
            answer.dryRun ? StyledText("would exchange ", "было бы обменяно ") : StyledText("exchanged ", "обменяно "),
            StyledText(ValueText.money(answer.given), .bold), StyledText(" for ", " на "),
            StyledText(ValueText.money(answer.got), .bold))
        page.facts(
            [
                (Text("rate", "курс"), StyledText(ValueText.decimals(answer.rate))),
                (Text("source", "источник"), StyledText(RateSource.text(answer.source))),
                (Text("as of", "на"), StyledText(ValueText.time(answer.asOf) + WallClocks.suffix)),
                (
                    Text("transfers", "переводы"),
                    answer.dryRun
                        ? nil : StyledText(answer.transfers.map(\.id).joined(separator: "\(Text(" and ", " и "))"))
                ),
            ]
                + answer.balances.map { after in
                    (
                        Text("balance", "остаток"),
                        StyledText(
                            ValueText.money(after.balance)
                                + """
                                \(Text(
                                "  in \(AccountName.of(after.account))",
                                "  на \(AccountName.of(after.account))"))
                                """,
                            .bold)
                    )
                })
    }
}
