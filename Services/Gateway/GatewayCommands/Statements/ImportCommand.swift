import Coordination
import Domain
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Reasons
import Signals
import StrictJSON

/// `gateway import`: imports a bank's file into an account, each row once.
struct ImportCommand: Command {
    let words = ["import"]
    let part = CommandPart.history
    let summary = Text(
        "Imports a bank's statement, OFX, QIF, camt, MT940 or CSV, into an account, each row once.",
        "Принимает выписку банка, OFX, QIF, camt, MT940 или CSV, на счёт, каждую строку один раз.")
    let positional = ["file", "account"]
    let usualLimit = Duration.seconds(60)
    var examples: [CommandExample] {
        [
            CommandExample(
                "import statement.ofx --account main --preview",
                Text("shows which rows are new and which are known", "покажет, что новое, что известное")),
            CommandExample(
                "import statement.csv --account main",
                Text("the same, then asks and imports", "то же, затем спросит и примет")),
            CommandExample(
                "import march.qif main --date-order dmy --yes",
                Text("dates are day/month/year; does not ask", "даты день/месяц/год; не спрашивает")),
            CommandExample(
                "import camt053.xml main --file-account DE02120300000000202051",
                Text(
                    "one account of a file of several; MT940 likewise",
                    "один счёт из файла с несколькими; так же и MT940")),
            CommandExample(
                "import card.csv main --skip-similar",
                Text(
                    "without rows that may already be there",
                    "без строк, которые уже есть из другого файла или внесены вручную")),
            CommandExample(
                "import 2026.ofx main --opening-balance 1500 RUB",
                Text("with the balance before the first row", "с тем, что было до первой строки")),
        ]
    }
    var notes: [Text] {
        [
            Text(
                """
                Importing a file twice adds nothing: rows are recognised by the bank's ids, or by day, amount and \
                text. Two equal rows
                """,
                """
                Второй раз тот же файл ничего не добавит: строки узнаются по номерам банка или по дню, сумме и тексту. \
                Две
                """
            ),
            Text(
                """
                of one day stay two. A row that contradicts a stored record is a conflict; nothing is imported then, \
                unless --skip-bad
                """,
                """
                равные строки одного дня остаются двумя. Строка против книг — конфликт; тогда не принимается ничего, \
                если --skip-bad
                """
            ),
            Text(
                "leaves out such rows and unreadable lines. gateway import undo undoes an import as a whole.",
                "не велит пропустить такие строки и нечитаемые. Весь импорт отменяет gateway import undo."),
            Text(
                "Failed and pending payments of the bank are no rows; such lines are left out and counted.",
                """
                Что банк называет отклонённым или ещё в обработке, строкой не считается: пропускается, и сказано \
                сколько.
                """
            ),
            Text(
                """
                A new row with the day and amount of a stored record, which came from a file of another kind or by \
                hand, is
                """,
                """
                Новая строка того же дня и на ту же сумму, что и другая в книгах (из файла другого вида или внесённая \
                вручную),
                """
            ),
            Text(
                "perhaps known: it is not added until --skip-similar or --keep-similar decides about such rows.",
                """
                возможно, известна: её не добавят, пока --skip-similar или --keep-similar не скажет, как быть с такими \
                строками.
                """
            ),
        ]
    }

    var flags: [FlagShape] {
        [
            FlagShape(
                "file", .text, isRequired: true, placeholder: "FILE|-",
                Text("The file; - reads standard input.", "Файл; - читает стандартный ввод.")),
            FlagShape(
                "account", .text, isRequired: true, placeholder: "ACCOUNT", MoneyCommands.ownAccount),
        ] + ImportFlags.reading
            + [
                FlagShape(
                    "opening-balance", field: "openingBalance", .money,
                    Text(
                        "The balance before the first row; booked once.",
                        "Что было на счёте до первой строки; записывается один раз."))
            ] + ImportFlags.choosing
            + [
                FlagShape(
                    "preview", .toggle,
                    Text("Show the result; import nothing.", "Показать, что будет; ничего не принимать.")),
                FlagShape("all", .toggle, Text("Show every row, known ones too.", "Показать все строки, и известные.")),
                FlagShape("yes", .toggle, Text("Do not ask.", "Не спрашивать.")),
                FlagShape("code", .text, placeholder: "CODE", OneTimeCode.field),
            ] + PasswordSource.flags + [GlobalFlags.idempotencyKey]
    }

    func hint(for fault: Fault) -> Text? {
        if fault.details["cause"] == .text(Reason.fileWithoutHeader.name) {
            return Text(
                "gateway import learn FILE teaches the columns of a CSV file, once",
                "gateway import learn FILE один раз научит столбцам файла CSV")
        }
        // History tells how many lines could be left out, if any.
        guard fault.code == .invalidArgument, fault.field == "content", fault.details["lines"] != nil else {
            return nil
        }
        return Text(
            "--skip-bad leaves out unreadable lines", "--skip-bad пропустит строки, которые не читаются")
    }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        var arguments = scene.arguments
        var choices = try ImportFlags.choices(arguments)
        let path = arguments.text("file") ?? "-"
        let content = try StatementFile.content(of: path)
        let accounts = try await scene.client.ask(LedgerSignal.Accounts()).accounts
        let id = try AccountReference.id(of: arguments.text("account") ?? "", among: accounts, flag: "account")
        guard let account = accounts.first(where: { $0.id == id }) else {
            throw Fault(.notFound, "\(Text("You have no such account.", "У вас нет такого счёта."))", field: "account")
        }
        try await MoneyArgument.settle(&arguments) { account.currency }
        let file = try await read(content, account, scene)
        if path != "-" { choices.fileName = ImportChoices.fileName(of: path) }
        if case .money(let money) = arguments["openingBalance"] { choices.opening = money }
        var run = ImportRun(file: file, account: account, choices: choices, client: scene.client)
        try await run.preview()
        if arguments.isOn("preview") {
            try show(run.outcome, account, scene)
            return .done
        }
        try run.refuse()
        if run.outcome.hasNews {
            if !arguments.isOn("yes") {
                // The question needs the table before it; with --json only the result is printed.
                if !scene.isJSON { try show(run.outcome, account, scene) }
                let rows = run.outcome.new
                let question = Text(
                    "Import \(rows, "row", "rows") into \(account.name)?",
                    "Принять \(rows, "строку", "строки", "строк") на \(account.name)?")
                try Consent.require(question, mayAsk: scene.console.mayAsk)
            }
            run.code = arguments.text("code")
            run = try await Self.committed(run, scene)
        }
        try show(run.outcome, account, scene)
        return .done
    }

    /// Commits the import; asks for a code if one is needed.
    private static func committed(_ run: ImportRun, _ scene: CommandScene) async throws -> ImportRun {
        var run = run
        do {
            try await run.commit()
        } catch let fault as Fault where fault.code == .confirmationRequired && run.code == nil {
            run.code = try await OneTimeCode.answer(to: fault, scene.arguments, scene)
            try await run.commit()
        }
        return run
    }

    /// Reads all rows of the file with the options of the flags.
    private func read(
        _ content: [UInt8], _ account: LedgerSignal.Account, _ scene: CommandScene
    ) async throws -> HistorySignal.StatementRows {
        var arguments = scene.arguments
        arguments["account"] = nil
        if arguments["currency"] == nil { arguments["currency"] = .currency(account.currency) }
        if arguments.isOn("skip-bad") { arguments["skipBad"] = .toggle(true) }
        let parameters = SignalFlags.parameters(of: HistorySignal.ReadStatement.self, arguments)
        let options = try scene.client.decode(HistorySignal.ReadStatement.self, from: parameters)
        return try await StatementFile.rows(of: content, as: options, by: scene.client)
    }

    private func show(_ outcome: ImportOutcome, _ account: LedgerSignal.Account, _ scene: CommandScene) throws {
        scene.show(try JSONEncoding.encode(outcome)) {
            ImportPage.page(of: outcome, account, showsAll: scene.arguments.isOn("all"))
        }
    }
}
