import Domain
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Signals

/// `gateway export`: the books of the caller, for hledger or Beancount.
struct JournalCommand: Command {
    let words = ["export"]
    let part = CommandPart.history
    let summary = SignalSummary.text(of: HistorySignal.Journal.self)
    let positional = ["format"]
    let usualLimit = Duration.seconds(60)
    var examples: [CommandExample] {
        [
            CommandExample(
                "export hledger --output books.journal", Text("all books, into a file", "все книги, в файл")),
            CommandExample(
                "export beancount --from 2026-01-01 --output 2026.beancount",
                Text("from this year on, with opening balances", "с начала года, с начальными остатками")),
            CommandExample(
                "export hledger --from last-month --to last-month",
                Text("those of the last month, on the screen", "за прошлый месяц, на экран")),
        ]
    }
    var notes: [Text] {
        [
            Text(
                """
                Accounts of income and expenses are named after categories. Balances are asserted at the end, so the \
                program that reads the file checks it. Money that is only held is not in it.
                """,
                """
                Счета доходов и расходов названы по категориям. В конце записаны остатки, так что прочитавшая файл \
                программа сама его проверит. Удержанных, но не списанных денег в нём нет.
                """),
            Text(
                """
                A file is written completely or not at all. With --json the whole is one text in one object.
                """,
                "Файл пишется целиком или никак. С --json всё — один текст в одном объекте."),
        ]
    }

    private static let fields: KeyValuePairs<String, Text> = [
        "format": Text("The program that will read it.", "Какая программа будет читать."),
        "from": Text(
            "The first day: 2026-11-01, yesterday, last-month; by default that of the first transaction.",
            "Первый день: 2026-11-01, вчера, прошлый-месяц; по умолчанию день первой операции."),
        "to": Text(
            "The last day; by default that of the last transaction.",
            "Последний день; по умолчанию день последней операции."),
    ]

    var flags: [FlagShape] {
        SignalFlags.shapes(of: HistorySignal.Journal.self, fields: Self.fields) + FileDraft.flags
    }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        try StatementCommand.check(scene.arguments)
        try await PartedOutput(of: HistorySignal.Journal.self, name: Text("books", "книги"))
            .write(scene.arguments, scene)
        return .done
    }
}
