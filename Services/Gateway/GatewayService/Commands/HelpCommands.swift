import Hosting

/// `gateway help`: all commands, one of them, or a topic.
struct HelpCommand: Command {
    let words = ["help"]
    let part = CommandPart.tools
    let summary: Text = "Explains the gateway, a command or a topic."
    let positional = ["topic"]
    let flags = [
        FlagShape("topic", .words, placeholder: "COMMAND|TOPIC", "A command, or one of \(HelpTopic.names).")
    ]
    let examples = [
        CommandExample("help transfer", "explains gateway transfer"),
        CommandExample("help exit-codes", "how the gateway ends, and what it means"),
    ]
    let commands: @Sendable () -> [any Command]

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        let words = scene.arguments.text("topic")?.split(separator: ",").map(String.init) ?? []
        let page = try HelpText.page(about: words, commands(), width: scene.console.output.width)
        scene.console.output.write(page.rendered(width: nil, hasColor: scene.console.output.hasColor))
        return .done
    }
}

/// `gateway version`.
struct VersionCommand: Command {
    let words = ["version"]
    let part = CommandPart.tools
    let summary: Text = "Tells the gateway's version."
    let examples = [CommandExample("version", "tells it")]

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        scene.show(Array("{\"version\":\"\(Version.current)\"}".utf8)) {
            var page = Page()
            page.line(StyledText("gateway \(Version.current)"))
            return page
        }
        return .done
    }
}

/// `gateway completions`: a script for the shell.
struct CompletionsCommand: Command {
    let words = ["completions"]
    let part = CommandPart.tools
    let summary: Text = "Writes the completions for a shell."
    let positional = ["shell"]
    let flags = [
        FlagShape(
            "shell", .choice(["bash", "zsh", "fish"]), isRequired: true, placeholder: "bash|zsh|fish", "Which shell.")
    ]
    let examples = [
        CommandExample("completions bash > ~/.local/share/bash-completion/completions/gateway", "for bash"),
        CommandExample("completions zsh > ~/.zfunc/_gateway", "for zsh, where fpath has ~/.zfunc"),
        CommandExample("completions fish > ~/.config/fish/completions/gateway.fish", "for fish"),
    ]
    let commands: @Sendable () -> [any Command]

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        let script =
            switch scene.arguments.text("shell") {
            case "zsh": Completions.zsh(commands())
            case "fish": Completions.fish(commands())
            default: Completions.bash(commands())
            }
        scene.console.output.write(script)
        return .done
    }
}
