import Coordination
import Domain
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Signals
import StrictJSON

/// `gateway import list` and `gateway import undo`: the imports, and how to undo one as a whole.
enum ImportUndoCommands {
    static let all: [any Command] = [list, ImportUndoCommand()]

    private static let list = SignalCommand(
        LedgerSignal.Imports.self, "import list", part: .history, positional: ["account"],
        fields: [
            "account": Text(
                "One of your accounts, by id or name; all of them by default.",
                "Один из ваших счетов, id или имя; по умолчанию все."),
            "limit": Text("How many, 1 to 1000; 50 by default.", "Сколько, от 1 до 1000; по умолчанию 50."),
            "cursor": Text(
                "The nextCursor of the previous page.", "nextCursor прежней страницы."),
        ],
        accounts: ["account"],
        examples: [
            CommandExample("import list", Text("all imports, the newest first", "все импорты, новые сверху")),
            CommandExample("import list main", Text("those into one account", "только на один счёт")),
        ],
        present: present)

    @Sendable private static func present(_ answer: LedgerSignal.ImportList, _ page: inout Page) {
        if answer.imports.isEmpty {
            page.say("nothing was imported; gateway import takes a file", "импортов нет; файл принимает gateway import")
        }
        var table = Table([
            .words(Text("import", "импорт")), .words(Text.byClock("when", "когда")),
            .words(Text("account", "счёт")), .numbers(Text("rows", "строк")), .numbers(Text("income", "приход")),
            .numbers(Text("expense", "расход")), .words(Text("days", "дни")), .text(Text("file", "файл")),
        ])
        for item in answer.imports {
            let look: StyledText.Look = item.undoneAt == nil ? .plain : .dim
            let file = item.fileName ?? ""
            table.add([
                StyledText(item.id, look), StyledText(ValueText.time(item.importedAt), look),
                StyledText(AccountName.of(item.account), look), StyledText(String(item.rows), look),
                StyledText(ValueText.money(item.income), look), StyledText(ValueText.money(item.expense), look),
                StyledText(item.days, look),
                item.undoneAt == nil ? StyledText(file) : StyledText("taken back  \(file)", "отменён  \(file)", .dim),
            ])
        }
        page.table(table)
        if let cursor = answer.nextCursor {
            page.line(StyledText("there is more: --cursor \(cursor)", "есть ещё: --cursor \(cursor)", .dim))
        }
    }

    /// Returns the question before an undo, with what is lost by it.
    static func question(_ rows: Int, lost: Text?) -> Text {
        (lost.map { $0 + Text(verbatim: " ") } ?? .blank)
            + Text("Take back \(rows, "row", "rows")?", "Отменить \(rows, "строку", "строки", "строк")?")
    }
}

/// `gateway import undo`: shows the rows to undo, asks for consent, and undoes the import.
private struct ImportUndoCommand: Command {
    let words = ["import", "undo"]
    let part = CommandPart.history
    let summary = SignalSummary.text(of: LedgerSignal.UndoImport.self)
    let positional = ["import"]
    let usualLimit = Duration.seconds(60)
    var examples: [CommandExample] {
        [
            CommandExample(
                "import undo i01k0vt04h70s", Text("shows it, asks, takes it back", "покажет, спросит и отменит")),
            CommandExample("import undo i01k0vt04h70s --preview", Text("shows it only", "только покажет")),
        ]
    }
    var notes: [Text] {
        [
            Text(
                "Each row is reversed on its own day, all of them or none; the file may be imported again.",
                "Каждая строка отменяется своим днём, все или ни одной; файл можно принять снова."),
            Text(
                """
                Rows that you took back before stay so. Money of the import that was spent since has to be there \
                first.
                """,
                "Отменённое раньше таким и остаётся. Потраченные с тех пор деньги импорта сперва должны найтись."),
        ]
    }
    var flags: [FlagShape] {
        [
            FlagShape(
                "import", .text, isRequired: true, placeholder: "ID",
                Text(
                    "The import: its id, such as i01k0vt04h70s; see import list.",
                    "Импорт: его id, например i01k0vt04h70s; см. import list.")),
            FlagShape(
                "preview", .toggle, Text("Show what would be; do nothing.", "Показать, что будет; ничего не делать.")),
            FlagShape("yes", .toggle, Text("Do not ask.", "Не спрашивать.")),
            FlagShape("code", .text, placeholder: "CODE", OneTimeCode.field),
        ] + PasswordSource.flags + [GlobalFlags.idempotencyKey]
    }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        let id = scene.arguments.text("import") ?? ""
        let preview = try await scene.client.ask(LedgerSignal.UndoImport(import: id, preview: true), part: 0)
        if preview.already || preview.reversed == 0 {
            await show(preview, scene)
            return .done
        }
        if scene.arguments.isOn("preview") {
            await show(
                preview, scene, lost: scene.isJSON ? nil : await OwnCategories.of(preview.import, scene.client).sentence
            )
            return .done
        }
        if preview.missing == nil, !scene.arguments.isOn("yes") {
            let lost = await OwnCategories.of(preview.import, scene.client).sentence
            if !scene.isJSON { await show(preview, scene) }
            try Consent.require(
                ImportUndoCommands.question(preview.reversed, lost: lost), mayAsk: scene.console.mayAsk)
        }
        // Ledger refuses rows that cannot be undone and gives the reason.
        let code = scene.arguments.text("code")
        let answer: LedgerSignal.UndoneImport
        do {
            answer = try await scene.client.ask(LedgerSignal.UndoImport(import: id, code: code), part: 0)
        } catch let fault as Fault where fault.code == .confirmationRequired && code == nil {
            let code = try await OneTimeCode.answer(to: fault, scene.arguments, scene)
            answer = try await scene.client.ask(LedgerSignal.UndoImport(import: id, code: code), part: 0)
        }
        await show(answer, scene)
        return .done
    }

    /// Shows the undone import.
    ///
    /// - Parameter lost: The user's changes that are lost with the rows.
    private func show(_ answer: LedgerSignal.UndoneImport, _ scene: CommandScene, lost: Text? = nil) async {
        guard let bytes = try? JSONEncoding.encode(answer) else { return }
        await scene.showNamingAccounts(bytes) {
            var page = Self.page(of: answer)
            if let lost { page.line(StyledText(lost, .yellow)) }
            return page
        }
    }

    private static func page(of answer: LedgerSignal.UndoneImport) -> Page {
        var page = Page()
        let item = answer.import
        if answer.already {
            page.say("already taken back; nothing was done", "уже отменён; ничего не сделано", .yellow)
        }
        let rows = Text("\(answer.reversed, "row", "rows")", "\(answer.reversed, "строка", "строки", "строк")")
        page.facts([
            (Text("import", "импорт"), StyledText(item.id, .bold)),
            (Text("file", "файл"), item.fileName.map { StyledText($0) }),
            (Text("account", "счёт"), StyledText(AccountName.of(item.account))),
            (Text("days", "дни"), StyledText(item.days)),
            (
                answer.preview ? Text("would take back", "будет отменено") : Text("taken back", "отменено"),
                answer.already ? nil : StyledText(rows, .bold)
            ),
            (Text("comes back", "вернётся"), answer.already ? nil : StyledText(ValueText.money(answer.income), .green)),
            (Text("goes", "уйдёт"), answer.already ? nil : StyledText(ValueText.money(answer.expense))),
            (Text("balance", "остаток"), StyledText(ValueText.money(answer.balance), .bold)),
            (Text("missing", "не хватает"), answer.missing.map { StyledText(ValueText.money($0), .red) }),
        ])
        guard answer.kept > 0 else { return page }
        page.say(
            "left alone, because they were taken back before: \(answer.kept, "row", "rows")",
            "не тронуто, так как отменено раньше: \(answer.kept, "строка", "строки", "строк")", .yellow)
        for row in answer.keptRows.prefix(20) {
            let (amount, day) = (Text.change(row.amount), row.date.localDay)
            page.say(
                "  \(row.transfer)  \(amount) on \(day) \(row.description)",
                "  \(row.transfer)  \(amount) \(day) \(row.description)")
        }
        return page
    }
}
