import Coordination
import Domain
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Reasons
import Signals
import StrictJSON

/// `gateway import learn`: teaches the columns of a bank's CSV file, once for all files with its header.
struct ImportLearnCommand: Command {
    let words = ["import", "learn"]
    let part = CommandPart.history
    let summary = SignalSummary.text(of: HistorySignal.LearnStatement.self)
    let positional = ["file"]
    let usualLimit = Duration.seconds(60)
    var examples: [CommandExample] {
        [
            CommandExample(
                "import learn statement.csv",
                Text("shows the columns and asks which is what", "покажет столбцы и спросит, где что")),
            CommandExample(
                "import learn mybank.csv --date Booked --amount Value --description Payee,Purpose --yes",
                Text("asks nothing, for scripts", "ничего не спросит: для сценариев")),
            CommandExample(
                "import learn statement.csv --date 1 --debit 4 --credit 5 --preview",
                Text("columns by number; shows the rows only", "столбцы по номерам; только покажет строки")),
        ]
    }
    var notes: [Text] {
        [
            Text(
                "gateway import FILE ACCOUNT then reads every file with this header, and so do the app and the page.",
                "Дальше gateway import FILE ACCOUNT читает все файлы с этим заголовком; так же приложение и страница."),
            Text(
                "A column is named by its heading or by its number, 1 for the first.",
                "Столбец называют заголовком или номером, первый — 1."),
        ]
    }

    var flags: [FlagShape] {
        [
            FlagShape(
                "file", .text, isRequired: true, placeholder: "FILE|-",
                Text("The file; - reads standard input.", "Файл; - читает стандартный ввод."))
        ] + StatementFieldText.flags
            + [
                FlagShape(
                    "header", .number, placeholder: "LINE",
                    Text("The line of the header; found by default.", "Строка заголовка; иначе находится."))
            ]
            + SignalFlags.shapes(
                of: HistorySignal.LearnStatement.self,
                fields: [
                    "name": Text(
                        "What to call the layout; by default like the file.", "Как назвать разметку; иначе как файл."),
                    "dateOrder": Text(
                        "The order of dates, if the file leaves it open.",
                        "Как пишутся даты, если по файлу не понять."),
                    "decimal": Text(
                        "The decimal separator; detected by default.", "Что стоит перед копейками; иначе узнаётся."),
                    "invertSigns": Text(
                        "Amounts without a sign are expenses, as for some cards.",
                        "Суммы без знака — ушедшие деньги, как у некоторых карт."),
                ], found: ["name"])
            + SignalFlags.shapes(
                of: HistorySignal.SampleStatement.self,
                fields: [
                    "separator": Text(
                        "The separator of cells; found by default.", "Что разделяет ячейки; иначе находится."),
                    "encoding": Text(
                        "The character encoding; detected by default.", "Какая кодировка; иначе узнаётся."),
                ])
            + [
                FlagShape(
                    "file-account", field: "fileAccount", .text,
                    Text("Which account of a file that has several.", "Какой счёт, если в файле их несколько.")),
                FlagShape(
                    "preview", .toggle,
                    Text("Show the rows; remember nothing.", "Показать строки; ничего не запоминать.")),
                FlagShape("yes", .toggle, Text("Do not ask.", "Не спрашивать.")), GlobalFlags.idempotencyKey,
            ]
    }

    func hint(for fault: Fault) -> Text? {
        [Reason.layoutWithoutDate.name, Reason.layoutWithoutAmount.name].contains(fault.reason)
            ? LayoutQuestions.noTerminal.hint : nil
    }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        let arguments = scene.arguments
        let path = arguments.text("file") ?? "-"
        let content = try StatementFile.content(of: path)
        let sample = try await StatementFile.sample(
            of: content, encoding: arguments.text("encoding").flatMap(HistorySignal.FileEncoding.init),
            separator: arguments.text("separator").flatMap(HistorySignal.CSVSeparator.init), by: scene.client)
        let header = try Self.header(of: sample, line: arguments.number("header"))
        let columns = HeaderColumns(header: header.cells)
        let questions = LayoutQuestions(header: columns, suggested: sample.header == header.line ? sample.columns : [])
        {
            prompt throws(Fault) in
            try TerminalLine.ask(prompt)
        }
        let isNamed = HistorySignal.StatementField.allCases.contains {
            arguments.text(StatementFieldText.argument($0)) != nil
        }
        let asks = !isNamed && !arguments.isOn("yes") && scene.console.mayAsk
        if asks { Self.tell(LayoutPage.page(of: sample, header: header), scene) }
        let chosen = isNamed ? try Self.named(columns, arguments) : asks ? try questions.columns() : questions.suggested
        guard !chosen.isEmpty else { throw LayoutQuestions.noTerminal }
        let usualName = Self.usualName(of: path)
        let name =
            try arguments.text("name")
            ?? (asks ? questions.word(Text("What to call it?", "Как назвать?"), usual: usualName) : usualName)
        var layout = HistorySignal.StatementLayout(
            name: name, header: header.cells, columns: chosen,
            dateOrder: arguments.text("dateOrder").flatMap(HistorySignal.DateOrder.init),
            decimal: arguments.text("decimal").flatMap(HistorySignal.DecimalMark.init),
            invertSigns: arguments.isOn("invertSigns") ? true : nil)
        let rows: HistorySignal.StatementRows
        do {
            rows = try await read(content, layout, scene)
        } catch let fault as Fault where fault.isCaused(by: .ambiguousDates) && asks {
            layout = try Self.ordered(layout, questions)
            rows = try await read(content, layout, scene)
        }
        guard !rows.rows.isEmpty else { throw Self.noRows(rows) }
        if arguments.isOn("preview") {
            scene.show(try JSONEncoding.encode(rows)) { LayoutPage.page(of: rows, by: layout) }
            return .done
        }
        if !arguments.isOn("yes") {
            Self.tell(LayoutPage.page(of: rows, by: layout), scene)
            try Consent.require(
                Text("Read files with this header so?", "Читать файлы с таким заголовком так?"),
                mayAsk: scene.console.mayAsk)
        }
        try await learn(layout, rows, scene)
        return .done
    }

    private func learn(
        _ layout: HistorySignal.StatementLayout, _ rows: HistorySignal.StatementRows, _ scene: CommandScene
    ) async throws {
        let answer = try await scene.client.ask(
            HistorySignal.LearnStatement(
                name: layout.name, header: layout.header, columns: layout.columns, dateOrder: layout.dateOrder,
                decimal: layout.decimal, invertSigns: layout.invertSigns), part: 0)
        scene.show(try JSONEncoding.encode(answer)) {
            // Without a question, the rows were not shown yet.
            var page = scene.arguments.isOn("yes") ? LayoutPage.page(of: rows, by: answer.layout) : Page()
            page.line(StyledText("learned ", "запомнено "), StyledText(answer.layout.name, .bold))
            for name in answer.replaced {
                page.say("it replaces \(name), of the same header", "вместо \(name) с тем же заголовком", .yellow)
            }
            page.say(
                "gateway import FILE ACCOUNT now reads such files",
                "gateway import FILE ACCOUNT теперь читает такие файлы",
                .dim)
            return page
        }
    }

    /// Reads the rows as they would be read, without unreadable lines. The currency is that of the file, or, to show
    /// amounts at all, that of an account.
    private func read(
        _ content: [UInt8], _ layout: HistorySignal.StatementLayout, _ scene: CommandScene
    ) async throws -> HistorySignal.StatementRows {
        func rows(in currency: Currency?) async throws -> HistorySignal.StatementRows {
            try await StatementFile.rows(
                of: content,
                as: HistorySignal.ReadStatement(
                    format: .csv, currency: currency,
                    encoding: scene.arguments.text("encoding").flatMap(HistorySignal.FileEncoding.init),
                    fileAccount: scene.arguments.text("fileAccount"), skipBad: true, layout: layout),
                by: scene.client)
        }
        do {
            return try await rows(in: nil)
        } catch let fault as Fault where fault.isCaused(by: .fileWithoutCurrency) {
            let accounts = try await scene.client.ask(LedgerSignal.Accounts()).accounts
            guard let account = accounts.first(where: { $0.status != .closed }) else {
                throw UsageError(
                    Text(
                        "The file names no currency, and you have no account yet.",
                        "Валюта в файле не названа, а счёта у вас ещё нет."),
                    hint: Text(
                        "open one first: gateway account open CURRENCY",
                        "сначала откройте его: gateway account open ВАЛЮТА"), field: "file")
            }
            return try await rows(in: account.currency)
        }
    }

    /// Shows a page before a question: results alone go to standard output.
    private static func tell(_ page: Page, _ scene: CommandScene) {
        let errors = scene.console.errors
        errors.write(page.rendered(width: errors.width, hasColor: errors.hasColor))
    }

    private static func header(
        of sample: HistorySignal.StatementSample, line: Int?
    ) throws(UsageError) -> HistorySignal.SampleLine {
        let wanted = line ?? sample.header
        if let header = sample.lines.first(where: { $0.line == wanted }) { return header }
        guard let line else {
            throw UsageError(
                Text(
                    "No line of the file looks like a header, and without one files cannot be recognised.",
                    "Ни одна строка файла не похожа на заголовок, а без него файлы не узнать."),
                hint: Text("name its line with --header LINE", "укажите его строку: --header СТРОКА"), field: "header")
        }
        throw UsageError(
            Text(
                "Line \(line) is not among the first \(sample.lines.count, "line", "lines") of the file.",
                "Строки \(line) нет среди первых \(sample.lines.count, "строки", "строк", "строк") файла."),
            field: "header")
    }

    /// Returns the columns that flags name.
    private static func named(
        _ header: HeaderColumns, _ arguments: ParsedArguments
    ) throws(UsageError) -> [HistorySignal.StatementColumn] {
        var columns: [HistorySignal.StatementColumn] = []
        for field in HistorySignal.StatementField.allCases {
            guard let text = arguments.text(StatementFieldText.argument(field)) else { continue }
            let places =
                field == .description
                ? try header.columns(text, flag: field.rawValue) : [try header.column(text, flag: field.rawValue)]
            columns += places.map { HistorySignal.StatementColumn(column: $0, field: field) }
        }
        return columns
    }

    /// Asks for the order of dates that can be read in several ways.
    private static func ordered(
        _ layout: HistorySignal.StatementLayout, _ questions: LayoutQuestions
    ) throws -> HistorySignal.StatementLayout {
        let words = HistorySignal.DateOrder.allCases.map(\.rawValue).joined(separator: ", ")
        let word = try questions.word(
            Text("How are dates written: \(words)?", "Как пишутся даты: \(words)?"),
            usual: HistorySignal.DateOrder.dmy.rawValue)
        guard let order = HistorySignal.DateOrder(rawValue: word) else {
            throw UsageError(
                Text("The order of dates is one of \(words).", "Порядок дат — одно из: \(words)."), field: "date-order")
        }
        return HistorySignal.StatementLayout(
            name: layout.name, header: layout.header, columns: layout.columns, dateOrder: order,
            decimal: layout.decimal, invertSigns: layout.invertSigns)
    }

    private static func noRows(_ rows: HistorySignal.StatementRows) -> UsageError {
        let first = rows.problems.first.map { problem in
            Text(verbatim: " ") + ReasonText.of(problem.problemReason, else: problem.problem)
        }
        return UsageError(
            Text("No row can be read by these columns.", "По этим столбцам не читается ни одна строка.")
                + (first ?? .blank),
            hint: Text("choose others", "выберите другие"), field: "date")
    }

    /// Returns the name of a file without its ending and the digits at its end: `mybank` for `mybank-2026-03.csv`.
    private static func usualName(of path: String) -> String {
        let file = path == "-" ? "csv" : ImportChoices.fileName(of: path)
        let stem = file.prefix(upTo: file.lastIndex(of: ".") ?? file.endIndex)
        let plain = stem.reversed().drop { $0.isNumber || "-_. ".contains($0) }.reversed()
        return plain.isEmpty ? "csv" : String(plain)
    }
}

extension Fault {
    /// True when the fault of a file stands for this reason.
    fileprivate func isCaused(by reason: Reason) -> Bool { details["cause"] == .text(reason.name) }
}
