import GatewayCommandLine
import GatewayWords
import Signals

/// The commands about layouts of CSV files.
enum LayoutCommands {
    static let all: [any Command] = [ImportLearnCommand(), list, forget]

    private static let list = SignalCommand(
        HistorySignal.StatementLayouts.self, "import layouts", part: .history,
        examples: [
            CommandExample(
                "import layouts",
                Text("the CSV files that can be read by what you taught", "чему вы научили импорт CSV"))
        ],
        present: { answer, page in
            if answer.layouts.isEmpty {
                page.say(
                    "nothing was learned; gateway import learn FILE teaches the columns of a CSV file",
                    "пока ничего; столбцам файла CSV учит gateway import learn FILE")
            }
            for (index, layout) in answer.layouts.enumerated() {
                if index > 0 { page.line() }
                LayoutPage.describe(layout, in: &page)
            }
        })

    private static let forget = SignalCommand(
        HistorySignal.ForgetStatementLayout.self, "import forget", part: .history, positional: ["name"],
        fields: ["name": Text("The name of the layout; see import layouts.", "Имя разметки; см. import layouts.")],
        examples: [CommandExample("import forget mybank", Text("what was imported stays", "принятое останется"))],
        present: { answer, page in
            page.line(StyledText("forgotten ", "забыта "), StyledText(answer.layout.name, .bold))
        })
}
