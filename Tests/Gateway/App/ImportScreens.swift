import Coordination
import Domain
import Signals

@testable import GatewayScenes
@testable import GatewaySession
@testable import GatewayWords

/// The stored screens of imports.
enum ImportScreens {
    /// A client that calls nobody.
    private struct NoClient: ImportClient {
        func ask<S: Signal>(_ signal: S) async throws -> S.Answer { throw Fault.methodNotFound(S.method) }
        func ask<S: Signal>(_ signal: S, part: Int) async throws -> S.Answer { try await ask(signal) }
    }

    static func row(_ line: Int, _ amount: String, _ description: String) -> HistorySignal.StatementRow {
        HistorySignal.StatementRow(
            amount: AppSamples.money(amount), date: AppSamples.today.adding(days: line - 10).description,
            description: description, category: nil, reference: "r\(line)", line: line)
    }

    static func file(_ rows: [HistorySignal.StatementRow]) -> HistorySignal.StatementRows {
        HistorySignal.StatementRows(
            format: .csv, account: nil, currency: nil, openingBalance: nil,
            closingBalance: AppSamples.money("62039.20"), count: rows.count, from: AppSamples.today.adding(days: -8),
            to: AppSamples.today, rows: rows, skipped: 0, problems: [], nextOffset: nil, leftOut: [])
    }

    private static let rows = [
        row(2, "50000", "Зарплата"), row(3, "-460", "Метро, пополнение карты «Тройка»"),
        row(4, "-1250.40", "Пятёрочка, продукты на неделю и ещё очень длинное описание покупки"),
    ]

    private static func look(isSimilar: Bool) -> ImportState.Look {
        let existing = HistorySignal.SimilarRow(
            row: 1, transfer: "t17", amount: AppSamples.money("-460"), date: AppSamples.now, description: "метро")
        let new = LedgerSignal.ImportedRow(status: .new)
        let first = ImportOutcome.Row(rows[0], new)
        let second = isSimilar ? ImportOutcome.Row(rows[1], existing) : ImportOutcome.Row(rows[1], new)
        let outcome = ImportOutcome(
            imported: false, rows: [first, second, ImportOutcome.Row(rows[2], new)], new: isSimilar ? 2 : 3, known: 4,
            similar: isSimilar ? 1 : 0, undecided: true, conflict: 0, skipped: 3,
            leftOut: [
                HistorySignal.LeftOut(reason: .failed, count: 2), HistorySignal.LeftOut(reason: .unreadable, count: 1),
            ],
            problems: [], income: AppSamples.money("50000"), expense: AppSamples.money("1710.40"),
            balance: AppSamples.money("60790.10"), opening: nil, fileOpeningBalance: nil,
            fileClosingBalance: AppSamples.money("62039.20"), shortfall: nil, importID: nil)
        let run = ImportRun(
            file: file(rows), account: AppSamples.main, choices: ImportChoices(fileName: "март.csv"), client: NoClient()
        )
        let obstacle = second.existing.map { ImportObstacle.similar(second, $0) }
        return ImportState.Look(run, outcome, isSimilar ? obstacle : nil)
    }

    private static func state(_ stage: ImportState.Stage) -> ImportState {
        var state = ImportState()
        state.accounts = .content([AppSamples.main], stale: nil)
        state.stage = stage
        return state
    }

    private static var form: ImportState {
        var state = state(.editing)
        state.form = Form([
            FormField(
                "file", ImportTexts.file, text: "~/Загрузки/март", note: ImportTexts.fileNote,
                keysNote: ImportTexts.pathNote),
            FormField("account", ImportTexts.account, .choice([Text(verbatim: "main")])),
            FormField("opening", ImportTexts.opening, note: ImportTexts.openingNote),
            FormField("order", ImportTexts.order, .choice(ImportPresenter.orders.map(ImportTexts.name))),
            FormField("signs", ImportTexts.signs, .choice([ImportTexts.signsKept])),
        ])
        state.files = TypedPath.Completion(text: "", names: ["март-2.csv", "март.csv", "мартовское/"], others: 2)
        return state
    }

    private static var imports: ImportsState {
        var state = ImportsState()
        state.accounts = [AppSamples.main]
        state.imports = .content(
            [list("i18", "март-2.csv"), list("i17", "март.csv", undoneAt: AppSamples.now)], stale: nil)
        return state
    }

    static func list(_ id: String, _ file: String, undoneAt: Instant? = nil) -> LedgerSignal.Import {
        LedgerSignal.Import(
            id: id, account: AppSamples.main.id, fileName: file, importedAt: AppSamples.now, rows: 5,
            income: AppSamples.money("50000"), expense: AppSamples.money("17960.80"), openingBalance: nil,
            from: AppSamples.today.adding(days: -30), to: AppSamples.today, undoneAt: undoneAt)
    }

    static func undone(isPreview: Bool, missing: Money? = nil) -> LedgerSignal.UndoneImport {
        LedgerSignal.UndoneImport(
            import: list("i18", "март-2.csv"), already: false, reversed: 5, income: AppSamples.money("17960.80"),
            expense: AppSamples.money("50000"), balance: AppSamples.money("12500.50"), kept: 1, keptRows: [],
            missing: missing, preview: isPreview)
    }

    static var all: [(name: String, screen: Screen)] {
        let (plain, similar) = (look(isSimilar: false), look(isSimilar: true))
        var asked = state(.seen(plain))
        asked.question = ImportTexts.importing(plain.outcome, into: "main")
        var doubted = state(.seen(similar))
        doubted.question = similar.obstacle.flatMap { ImportTexts.question(about: $0, similar.outcome) }
        var undoing = imports
        undoing.planned = undone(isPreview: true)
        undoing.question = ImportsTexts.undoing(5)
        return [
            ("import-form", ImportView().screen(form)),
            ("import-seen", ImportView().screen(state(.seen(similar)))),
            ("import-question", ImportView().screen(asked)),
            ("import-similar", ImportView().screen(doubted)),
            ("imports", ImportsView().screen(imports)),
            ("imports-undoing", ImportsView().screen(undoing)),
        ]
    }
}
