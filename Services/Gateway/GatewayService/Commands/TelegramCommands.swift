import Coordination
import Signals
import StrictJSON

/// Signing in by Telegram, and whose account is linked.
enum TelegramCommands {
    static let all: [any Command] = [
        TelegramLinkCommand(),
        SignalCommand(
            AuthSignal.UnlinkTelegram.self, "telegram unlink", part: .people, extraFlags: PasswordSource.flags,
            examples: [CommandExample("telegram unlink", "asks for your password")],
            notes: ["Refused to who has no password: nobody could sign in to the account any more."],
            complete: { arguments, scene in
                let source = try PasswordSource(arguments, mayAsk: scene.console.mayAsk)
                arguments["password"] = .text(try source.passwords(["Password: "])[0])
            },
            present: { _, page in page.line("your Telegram account is not linked any more") }),
        SignalCommand(
            AuthSignal.TelegramStatus.self, "telegram status", part: .people,
            examples: [CommandExample("telegram status", "tells whether it works, and what is linked")],
            present: { answer, page in
                page.facts([
                    ("signing in by Telegram", look(of: answer.state)),
                    ("why not", answer.reason.map { StyledText($0) }),
                    ("bot", answer.bot.map { StyledText("@\($0)") }),
                    ("linked", StyledText(answer.isLinked ? (answer.name ?? "yes") : "no")),
                    ("since", answer.linkedAt.map { StyledText("\(ValueText.time($0)) UTC") }),
                ])
                if !answer.isLinked, answer.state == .ready { page.line("gateway telegram link links your account") }
            }),
    ]

    private static func look(of state: AuthSignal.TelegramBotState) -> StyledText {
        switch state {
        case .ready: StyledText("works", .green)
        case .unreachable: StyledText("does not work now", .yellow)
        case .off: StyledText("is off", .red)
        }
    }
}

/// `gateway telegram link`: from then on `gateway login --telegram` works for the one who is signed in.
struct TelegramLinkCommand: Command {
    let words = ["telegram", "link"]
    let part = CommandPart.people
    let summary: Text = "Links your Telegram account, to sign in by it."
    let flags = PasswordSource.flags + [GlobalFlags.idempotencyKey]
    let examples = [
        CommandExample(
            "telegram link", "asks for your password, then shows a link to the bot and the number to pick there")
    ]
    let notes: [Text] = [
        "One Telegram account to one user. The link alone does nothing: pick the number that stands beside it.",
        "A file or standard input holds the password, and below it a one-time code where codes are on.",
    ]

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        let begun = try await begin(scene)
        let progress = try await TelegramWait(scene: scene).outcome(of: begun)
        scene.show(try JSONEncoding.encode(progress)) {
            var page = Page()
            page.line("your Telegram account is linked; gateway login --telegram signs you in by it")
            return page
        }
        return .done
    }

    private func begin(_ scene: CommandScene) async throws -> AuthSignal.TelegramAttempt {
        let source = try PasswordSource(scene.arguments, mayAsk: scene.console.mayAsk)
        let given = try source.passwordAndCode("Password: ")
        do {
            return try await scene.desk.ask(AuthSignal.LinkTelegram(password: given.password, code: given.code))
        } catch let fault as Fault where fault.code == .codeRequired {
            guard let code = try source.code() else { throw fault }
            return try await scene.desk.ask(AuthSignal.LinkTelegram(password: given.password, code: code))
        }
    }
}
