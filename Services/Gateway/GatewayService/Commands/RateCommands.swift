import Coordination
import Domain
import Hosting
import Signals

/// Exchange rates of one's own, and what they are for.
enum RateCommands {
    /// The most bytes of a table of rates.
    private static let maximumBytes = 262_144

    static let all: [any Command] = [
        SignalCommand(
            LedgerSignal.SetRate.self, "rate set", part: .money, positional: ["from", "to", "rate"],
            fields: [
                "from": "The currency that is given.", "to": "The currency that is got.",
                "rate": "How many of the one you get for one of the other, such as 0.0108.",
                "source": "Where you have it from: a bank, a site.",
                "asOf": "When it held, such as 2026-11-21T00:00:00Z; now unless said otherwise.",
            ],
            examples: [CommandExample("rate set USD RUB 92.45 --source cbr.ru", "one dollar is 92.45 roubles")],
            notes: ["The opposite direction is a rate of its own; none is ever worked out of another."],
            present: { answer, page in present([answer.rate], &page) }),
        SignalCommand(
            LedgerSignal.ImportRates.self, "rate import", part: .money, positional: ["file"],
            extraFlags: [
                FlagShape(
                    "file", .text, isRequired: true, "A CSV file with from,to,rate,source,asOf in its first line.")
            ],
            examples: [CommandExample("rate import rates.csv", "enters all rates of the file, or none")],
            complete: { arguments, _ in
                let file = arguments.text("file") ?? ""
                arguments["csv"] = .text(try content(of: file))
            },
            present: { answer, page in page.line("entered ", StyledText("\(answer.imported)", .bold), " rates") }),
        SignalCommand(
            LedgerSignal.Rates.self, "rate list", part: .money,
            examples: [CommandExample("rate list", "lists the rates you have entered")],
            present: { answer, page in
                if answer.rates.isEmpty { page.line("no rates yet; gateway rate set enters one") }
                present(answer.rates, &page)
            }),
        SignalCommand(
            LedgerSignal.RemoveRate.self, "rate remove", part: .money, positional: ["from", "to"],
            fields: ["from": "The currency that is given.", "to": "The currency that is got."],
            examples: [CommandExample("rate remove USD RUB", "forgets the rate from dollars to roubles")],
            present: { answer, page in
                page.line("removed")
                present([answer.rate], &page)
            }),
        SignalCommand(
            LedgerSignal.Exchange.self, "exchange", part: .money, positional: ["from", "to", "amount"],
            fields: [
                "from": "Your account that gives: its id, your name for it, or the first letters of its id.",
                "to": "Your account that gets, in another currency.",
                "amount": "How much is given, with its currency: 500 RUB.",
                "maxAgeDays": "Refuse a rate that is older than so many days.",
                "dryRun": "Only tell what would come of it.",
            ],
            accounts: ["from", "to"],
            examples: [
                CommandExample("exchange dollars main 100 USD", "changes 100 dollars into roubles at your rate"),
                CommandExample(
                    "exchange dollars main 100 USD --dry-run --max-age-days 3", "tells what would come of it"),
            ],
            notes: ["The rate is the one you entered with gateway rate set; what you get is rounded down."],
            present: presentExchange),
    ]

    private static func content(of file: String) throws(UsageError) -> String {
        let bytes: [UInt8]?
        do {
            bytes = try readFile(file, limit: maximumBytes)
        } catch {
            throw UsageError("The file cannot be read: \(error).", field: "file")
        }
        guard let bytes else { throw UsageError("The file \(file) is longer than 256 KiB.", field: "file") }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw UsageError("The file \(file) is not UTF-8.", field: "file")
        }
        return text
    }

    private static func present(_ rates: [LedgerSignal.Rate], _ page: inout Page) {
        var table = Table([
            .words("from"), .words("to"), .numbers("rate"), .words("as of (UTC)"), .text("source"),
        ])
        for rate in rates {
            table.add([
                StyledText(rate.from.code), StyledText(rate.to.code), StyledText(rate.rate, .bold),
                StyledText(ValueText.time(rate.asOf)), StyledText(rate.source),
            ])
        }
        page.table(table)
    }

    @Sendable private static func presentExchange(_ answer: LedgerSignal.ExchangeAnswer, _ page: inout Page) {
        page.line(
            answer.dryRun ? "would exchange " : "exchanged ", StyledText(ValueText.money(answer.given), .bold), " for ",
            StyledText(ValueText.money(answer.got), .bold))
        page.facts(
            [
                ("rate", StyledText(answer.rate)), ("source", StyledText(answer.source)),
                ("as of", StyledText(ValueText.time(answer.asOf) + " UTC")),
                (
                    "transfers",
                    answer.dryRun ? nil : StyledText(answer.transfers.map(\.id).joined(separator: " and "))
                ),
            ]
                + answer.balances.map { after in
                    ("balance", StyledText(ValueText.money(after.balance) + "  in \(after.account)", .bold))
                })
    }
}
