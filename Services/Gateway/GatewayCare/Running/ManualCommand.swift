import GatewayCommandLine
import GatewaySession
import GatewayWords
import Hosting
import StrictJSON

/// `gateway man`: the manual pages of the gateway and of the services.
struct ManualCommand: Command {
    let words = ["man"]
    let part = CommandPart.tools
    let summary = Text("Writes a manual page, for man.", "Печатает страницу руководства для man.")
    let positional = ["service"]
    var flags: [FlagShape] {
        [
            FlagShape(
                "service", .choice(House.services),
                Text("The page of a service, with all its settings.", "Страница службы, со всеми её настройками."))
        ]
    }
    var examples: [CommandExample] {
        [
            CommandExample(
                "man > gateway.1",
                Text("writes it into a file, for man -l gateway.1", "пишет её в файл, для man -l gateway.1")),
            CommandExample(
                "man > ~/.local/share/man/man1/gateway.1",
                Text("puts it where man finds it", "кладёт её туда, где её найдёт man")),
            CommandExample("man ledger > kopilka-ledger.8", Text("writes that of a service", "пишет страницу службы")),
        ]
    }
    let commands: @Sendable () -> [any Command]

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        if let service = scene.arguments.text("service") {
            let answer = try SettingsExplanation.ask(service, House.executableDirectory, scene.house)
            scene.console.output.write(
                ServiceManualPage(service, SettingsExplanation.settings(answer), scene.house).text)
        } else {
            scene.console.output.write(ManualPage.text(commands()))
        }
        return .done
    }
}
