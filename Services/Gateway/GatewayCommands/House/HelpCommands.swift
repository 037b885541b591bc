import GatewayCommandLine
import GatewayWords
import Hosting

/// `gateway help`: all commands, one of them, or a topic.
struct HelpCommand: Command {
    let words = ["help"]
    let part = CommandPart.tools
    let summary = Text("Explains the gateway, a command or a topic.", "Объясняет шлюз, команду или тему.")
    let positional = ["topic"]
    var flags: [FlagShape] {
        [
            FlagShape(
                "topic", .words, placeholder: "COMMAND|TOPIC",
                Text("A command, or one of \(HelpTopic.names).", "Команда или одна из тем: \(HelpTopic.names)."))
        ]
    }
    var examples: [CommandExample] {
        [
            CommandExample("help transfer", Text("explains gateway transfer", "объясняет gateway transfer")),
            CommandExample(
                "help exit-codes",
                Text("how the gateway ends, and what it means", "как завершается шлюз и что это значит")),
        ]
    }
    let commands: @Sendable () -> [any Command]

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        let words = scene.arguments.text("topic")?.split(separator: ",").map(String.init) ?? []
        let page = try HelpText.page(about: words, commands(), width: scene.console.output.width)
        scene.console.present(page.rendered(width: nil, hasColor: scene.console.output.hasColor))
        return .done
    }
}

/// `gateway version`.
struct VersionCommand: Command {
    let words = ["version"]
    let part = CommandPart.tools
    let summary = Text("Tells the gateway's version.", "Сообщает версию шлюза.")
    var examples: [CommandExample] {
        [CommandExample("version", Text("tells it", "сообщает её"))]
    }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        scene.show(Array("{\"version\":\"\(Version.current)\"}".utf8)) {
            var page = Page()
            page.line(StyledText("gateway \(Version.current)"))
            return page
        }
        return .done
    }
}

/// `gateway completions`: a completion script for the shell.
struct CompletionsCommand: Command {
    let words = ["completions"]
    let part = CommandPart.tools
    let summary = Text("Writes the completions for a shell.", "Печатает дополнения для оболочки.")
    let positional = ["shell"]
    var flags: [FlagShape] {
        [
            FlagShape(
                "shell", .choice(["bash", "zsh", "fish"]), isRequired: true, placeholder: "bash|zsh|fish",
                Text("Which shell.", "Какая оболочка."))
        ]
    }
    var examples: [CommandExample] {
        [
            CommandExample(
                "completions bash > ~/.local/share/bash-completion/completions/gateway", Text("for bash", "для bash")),
            CommandExample(
                "completions zsh > ~/.zfunc/_gateway",
                Text("for zsh, where fpath has ~/.zfunc", "для zsh, если ~/.zfunc есть в fpath")),
            CommandExample("completions fish > ~/.config/fish/completions/gateway.fish", Text("for fish", "для fish")),
        ]
    }
    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        let script =
            switch scene.arguments.text("shell") {
            case "zsh": Completions.zsh
            case "fish": Completions.fish
            default: Completions.bash
            }
        scene.console.output.write(script)
        return .done
    }
}

/// `gateway man`: the manual page.
struct ManualCommand: Command {
    let words = ["man"]
    let part = CommandPart.tools
    let summary = Text("Writes the manual page, for man.", "Печатает страницу руководства для man.")
    var examples: [CommandExample] {
        [
            CommandExample(
                "man > gateway.1",
                Text("writes it into a file, for man -l gateway.1", "пишет её в файл, для man -l gateway.1")),
            CommandExample(
                "man > ~/.local/share/man/man1/gateway.1",
                Text("puts it where man finds it", "кладёт её туда, где её найдёт man")),
        ]
    }
    let commands: @Sendable () -> [any Command]

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        scene.console.output.write(ManualPage.text(commands()))
        return .done
    }
}
