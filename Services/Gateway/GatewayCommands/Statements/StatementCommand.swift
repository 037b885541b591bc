import Coordination
import Domain
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Hosting
import Signals
import StrictJSON

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
        if let path {
            try await write(to: path, arguments, scene)
        } else if scene.isJSON {
            var content = ""
            let mediaType = try await parts(arguments, scene) { content += $0 }
            let whole = HistorySignal.StatementAnswer(mediaType: mediaType, content: content)
            scene.console.output.write(json: try JSONEncoding.encode(whole))
        } else {
            _ = try await parts(arguments, scene) { scene.console.output.write(document: $0) }
        }
        return .done
    }

    private func write(to path: String, _ arguments: ParsedArguments, _ scene: CommandScene) async throws {
        let draft = try FileDraft(of: path, replaces: scene.replacesFiles)
        var count = 0
        let mediaType: String
        do {
            mediaType = try await parts(arguments, scene) { text in
                count += text.utf8.count
                try draft.append(text)
            }
            try draft.keep()
        } catch let error as HostingError {
            throw Fault(
                .unavailable,
                """
                \(Text(
                "The statement cannot be written, and \(path) is as it was: \(error).",
                "Выписку не записать, \(path) остался прежним: \(error)."))
                """
            )
        }
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("file", path)
        writer.member("mediaType", mediaType)
        writer.member("bytes", count)
        writer.endObject()
        scene.show(writer.finish()) {
            var page = Page()
            page.line(
                StyledText("wrote ", "записано "), StyledText(path, .bold),
                StyledText("  \(count, "byte", "bytes")", "  \(count, "байт", "байта", "байт")", .dim))
            return page
        }
    }

    /// Loads the parts one after another and hands their contents to `take`.
    /// - Returns: The type of the content.
    private func parts(
        _ arguments: ParsedArguments, _ scene: CommandScene, _ take: (String) throws -> Void
    ) async throws -> String {
        try await StatementParts.load { cursor in
            var arguments = arguments
            if let cursor { arguments["cursor"] = .text(cursor) }
            let parameters = SignalFlags.parameters(of: HistorySignal.Statement.self, arguments)
            let bytes = try await scene.client.ask(HistorySignal.Statement.self, parameters: parameters)
            return try scene.client.decode(HistorySignal.StatementAnswer.self, from: bytes)
        } take: { text in
            try take(text)
        }
    }

    /// Fills in defaults.
    static func complete(
        _ arguments: inout ParsedArguments, output: String?, today: CalendarDay
    ) throws(UsageError) {
        if arguments["to"] == nil { arguments["to"] = .text(today.description) }
        for field in ["from", "to"] {
            guard let text = arguments.text(field), CalendarDay(text) == nil else { continue }
            throw UsageError(
                Text("--\(field) must be a day such as 2026-11-21.", "--\(field) — день, например 2026-11-21."),
                field: field)
        }
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
}
