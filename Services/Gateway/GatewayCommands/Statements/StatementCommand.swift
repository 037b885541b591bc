import Coordination
import Domain
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Signals

/// `gateway statement`: the transactions of an account, for spreadsheets and other programs.
struct StatementCommand: Command {
    let words = ["statement"]
    let part = CommandPart.history
    let summary = SignalSummary.text(of: HistorySignal.Statement.self)
    let positional = ["account"]
    let usualLimit = Duration.seconds(60)
    var examples: [CommandExample] {
        [
            CommandExample(
                "statement main --from 2026-11-01 --to 2026-11-30",
                Text("November as CSV, to standard output", "ноябрь в CSV, на стандартный вывод")),
            CommandExample(
                "statement main --from 2026-01-01 --output main.ofx",
                Text("this year as OFX, into a file", "этот год в OFX, в файл")),
            CommandExample(
                "statement main --format qif --output main.qif", Text("this month as QIF", "этот месяц в QIF")),
        ]
    }
    var notes: [Text] {
        [
            Text(
                """
                Opening balance + rows = closing balance. Days are in your time zone; the last one is included in \
                full.
                """,
                "Начальный остаток + строки = конечный. Дни — по вашему поясу; последний считается до конца."),
            Text(
                """
                A file is written completely or not at all. With --json the whole statement is one text in one object.
                """,
                "Файл пишется целиком или никак. С --json вся выписка — один текст в одном объекте."),
        ]
    }

    private static let fields: KeyValuePairs<String, Text> = [
        "account":
            Text(
                """
                Your account: its id, your name for it, or the first letters of its id. Not needed when there is only \
                one.
                """,
                "Ваш счёт: его id, имя или начало id. Не нужен, если он один."),
        "from": Text(
            "The first day: 2026-11-01, yesterday, last-month; by default that of the month of --to.",
            "Первый день: 2026-11-01, вчера, прошлый-месяц; по умолчанию начало месяца --to."),
        "to": Text("The last day; today by default.", "Последний день; по умолчанию сегодня."),
        "format": Text(
            "The format; by default that of the file's extension, or csv.",
            "В каком виде; по умолчанию по концу имени файла или csv."),
    ]

    var flags: [FlagShape] {
        SignalFlags.shapes(
            of: HistorySignal.Statement.self, fields: Self.fields, accounts: ["account"],
            found: ["account", "from", "to", "format"])
            + FileDraft.flags
    }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        var arguments = scene.arguments
        let path = arguments.text("output")
        try Self.complete(&arguments, output: path, today: scene.house.clock.now().localDay)
        if arguments["account"] == nil {
            let accounts = try await scene.client.ask(LedgerSignal.Accounts()).accounts
            arguments["account"] = .text(try AccountReference.only(of: accounts, flag: "account"))
        }
        try await AccountReference.resolve(["account"], in: &arguments, scene)
        try await PartedOutput(of: HistorySignal.Statement.self, name: Text("statement", "выписка"))
            .write(arguments, scene)
        return .done
    }

    /// Fills in defaults.
    static func complete(
        _ arguments: inout ParsedArguments, output: String?, today: CalendarDay
    ) throws(UsageError) {
        if arguments["to"] == nil { arguments["to"] = .text(today.description) }
        try check(arguments)
        if arguments["from"] == nil, let last = arguments.text("to").flatMap({ CalendarDay($0) }) {
            arguments["from"] = .text(StatementParts.firstDay(before: last).description)
        }
        guard arguments["format"] == nil else { return }
        let ending = output.map { path in path.split(separator: ".").last.map { $0.lowercased() } ?? "" }
        let format = ending.flatMap { ending in
            ending == "jsonl" ? .json : HistorySignal.StatementFormat(rawValue: ending)
        }
        arguments["format"] = .text((format ?? .csv).rawValue)
    }

    /// Checks the days of a period.
    static func check(_ arguments: ParsedArguments) throws(UsageError) {
        for field in ["from", "to"] {
            guard let text = arguments.text(field), CalendarDay(text) == nil else { continue }
            throw UsageError(
                Text("--\(field) must be a day such as 2026-11-21.", "--\(field) — день, например 2026-11-21."),
                field: field)
        }
    }
}
