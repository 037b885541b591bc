import Coordination
import Domain
import GatewayCommandLine
import GatewayWords
import Glibc
import Hosting
import Terminal

/// `gateway app`, or just `gateway` on a terminal: the interactive app.
struct AppCommand: Command {
    let words = ["app"]
    let part = CommandPart.tools
    let summary = Text(
        "The interactive app: accounts, history, securities and bonds on the whole terminal.",
        "Приложение на весь терминал: счета, история, бумаги и облигации.")
    var flags: [FlagShape] {
        [
            FlagShape(
                "plain", .toggle,
                Text(
                    "As a dialog, line by line, for screen readers (GATEWAY_A11Y=1).",
                    "Как беседа, строка за строкой, для программ чтения с экрана (GATEWAY_A11Y=1).")),
            FlagShape(
                "mouse", .toggle,
                Text(
                    "Choose with the mouse too; the terminal itself cannot mark text then.",
                    "Выбирать и мышью; сам терминал тогда не выделяет текст.")),
            FlagShape("ascii", .toggle, Text("Draw with ASCII characters only.", "Рисовать только знаками ASCII.")),
        ]
    }
    var examples: [CommandExample] {
        [
            CommandExample(
                "app",
                Text("the app; gateway alone does the same on a terminal", "приложение; на терминале хватит gateway")
            ),
            CommandExample("app --plain", Text("the same as questions and answers", "то же вопросами и ответами")),
        ]
    }
    var notes: [Text] {
        [
            Text(
                "In the app, ? lists and searches all actions, Esc goes back, q leaves. Without a terminal, with",
                """
                В приложении ? показывает и ищет всё, что можно сделать, Esc — назад, q — выход. Без терминала, с \
                TERM=dumb
                """
            ),
            Text("TERM=dumb and with GATEWAY_A11Y=1 it reads out lines.", "и с GATEWAY_A11Y=1 оно говорит строками."),
        ]
    }
    let tellsWaiting = false
    let isTraced = false

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        guard !scene.isJSON else {
            throw UsageError(
                Text(
                    "The app is for people; programs use the other commands.",
                    "Приложение — для людей; программам служат остальные команды."), field: "json")
        }
        return try await AppAssembly(scene: scene).run()
    }

    /// True when the gateway was started without a command on a terminal, so that it runs the app. Flags may set the
    /// language and the house.
    static func isWanted(_ arguments: [String], isTerminal: Bool) -> Bool {
        let (leading, rest) = CommandLineReader.splitLeadingFlags(arguments)
        return isTerminal && rest.isEmpty && others.isDisjoint(with: leading)
    }

    /// Flags that ask for something else.
    private static let others: Set = ["-h", "--help", "--version", "--json", "--jsonl"]
}
