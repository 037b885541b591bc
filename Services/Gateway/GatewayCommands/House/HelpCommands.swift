import GatewayCommandLine
import GatewayWords

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
