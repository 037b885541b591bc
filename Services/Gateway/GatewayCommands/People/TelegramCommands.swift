import Coordination
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Signals
import StrictJSON

/// Signing in by Telegram, and the linked Telegram account.
enum TelegramCommands {
    static let all: [any Command] = [
        TelegramLinkCommand(),
        SignalCommand(
            AuthSignal.UnlinkTelegram.self, "telegram unlink", part: .people, extraFlags: PasswordSource.flags,
            examples: [CommandExample("telegram unlink", Text("asks for your password", "спросит ваш пароль"))],
            notes: [
                Text(
                    "Refused for a user without a password, who could not sign in any more.",
                    "Отказано тому, у кого нет пароля: войти стало бы нечем.")
            ],
            complete: { arguments, scene in
                let source = try PasswordSource(arguments, mayAsk: scene.console.mayAsk)
                arguments["password"] = .text(try source.passwords(["\(Text("Password: ", "Пароль: "))"])[0])
            },
            present: { _, page in
                page.say("your Telegram account is not linked any more", "ваш Telegram больше не привязан")
            }),
        SignalCommand(
            AuthSignal.TelegramStatus.self, "telegram status", part: .people,
            examples: [
                CommandExample(
                    "telegram status",
                    Text("tells whether it works, and what is linked", "скажет, работает ли и что привязано"))
            ],
            present: { answer, page in
                page.facts([
                    (Text("signing in by Telegram", "вход через Telegram"), look(of: answer.state)),
                    (
                        Text("why not", "почему нет"),
                        answer.reason.map { StyledText(ReasonText.of(answer.explanation, else: $0)) }
                    ),
                    (Text("bot", "бот"), answer.bot.map { StyledText("@\($0)") }),
                    (
                        Text("linked", "привязан"),
                        answer.isLinked
                            ? answer.name.map { StyledText($0) } ?? StyledText("yes", "да") : StyledText("no", "нет")
                    ),
                    (
                        Text("since", "с"),
                        answer.linkedAt.map { StyledText("\(ValueText.time($0))\(WallClocks.suffix)") }
                    ),
                ])
                if !answer.isLinked, answer.state == .ready {
                    page.say("gateway telegram link links your account", "gateway telegram link привяжет вас")
                }
            }),
    ]

    private static func look(of state: AuthSignal.TelegramBotState) -> StyledText {
        switch state {
        case .ready: StyledText("works", "работает", .green)
        case .unreachable: StyledText("does not work now", "сейчас не работает", .yellow)
        case .off: StyledText("is off", "выключен", .red)
        }
    }
}

/// `gateway telegram link`: enables `gateway login --telegram` for the signed-in user.
struct TelegramLinkCommand: Command {
    let words = ["telegram", "link"]
    let part = CommandPart.people
    let summary = Text(
        "Links your Telegram account, to sign in by it.", "Привязывает ваш Telegram, чтобы входить через него.")
    var flags: [FlagShape] {
        PasswordSource.flags + [GlobalFlags.idempotencyKey]
    }
    var examples: [CommandExample] {
        [
            CommandExample(
                "telegram link",
                Text(
                    "asks for your password, then shows a link to the bot and the number to pick there",
                    "спросит пароль, затем покажет ссылку на бота и число, которое там выбрать"))
        ]
    }
    var notes: [Text] {
        [
            Text(
                "One Telegram account to one user. The link alone does nothing: pick the number that stands beside it.",
                "Один Telegram — один пользователь. Сама ссылка ничего не делает: выберите число, которое рядом."),
            Text(
                "A file or standard input holds the password, and below it a one-time code where codes are on.",
                "В файле или на стандартном вводе пароль, а под ним одноразовый код, если коды включены."),
        ]
    }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        let begun = try await begin(scene)
        let progress = try await TelegramWait(scene: scene).outcome(of: begun)
        scene.show(try JSONEncoding.encode(progress)) {
            var page = Page()
            page.say(
                "your Telegram account is linked; gateway login --telegram signs you in by it",
                "Telegram привязан; gateway login --telegram войдёт через него")
            return page
        }
        return .done
    }

    private func begin(_ scene: CommandScene) async throws -> AuthSignal.TelegramAttempt {
        let source = try PasswordSource(scene.arguments, mayAsk: scene.console.mayAsk)
        let given = try source.passwordAndCode("\(Text("Password: ", "Пароль: "))")
        do {
            return try await scene.client.ask(AuthSignal.LinkTelegram(password: given.password, code: given.code))
        } catch let fault as Fault where fault.code == .codeRequired {
            guard let code = try source.code() else { throw fault }
            return try await scene.client.ask(AuthSignal.LinkTelegram(password: given.password, code: code))
        }
    }
}
