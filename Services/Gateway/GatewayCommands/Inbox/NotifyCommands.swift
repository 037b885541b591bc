import Coordination
import Domain
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Signals
import StrictJSON

enum NotifyCommands {
    static let all: [any Command] = [
        channels, NotifyAddCommand(), remove, turn(on: true), turn(on: false), rotate, NotifyTestCommand(),
        NotifyPreferencesCommand(), failed, resend,
    ]

    static let notes = [
        OneTimeCode.note,
        Text(
            "All your channels are notified, including one that is removed: this is its last message.",
            "Об этом узнают все ваши каналы; для выключенного это последнее сообщение."),
    ]

    private static let channel = Text("Which channel: its id.", "Какой канал: его id.")

    private static let channels = SignalCommand(
        NotificationsSignal.Channels.self, "notify channels", part: .notifications,
        summary: Text("Lists your channels and whether they work.", "Показывает ваши каналы и работают ли они."),
        examples: [CommandExample("notify channels", Text("where notifications go", "куда идут уведомления"))],
        present: { answer, page in NotifyPage.present(answer, &page) })

    private static let remove = SignalCommand(
        NotificationsSignal.RemoveChannel.self, "notify remove", part: .notifications,
        summary: Text(
            "Removes a channel and its waiting messages.", "Убирает канал со всем, что в нём ждёт."),
        positional: ["channel"], fields: ["channel": channel, "code": OneTimeCode.field],
        extraFlags: PasswordSource.flags,
        examples: [
            CommandExample(
                "notify remove 5kqj7x9w2m4p8r3t", Text("nothing is sent there any more", "больше туда ничего не идёт"))
        ],
        notes: notes,
        present: { answer, page in NotifyPage.present(answer, &page) })

    private static func turn(on: Bool) -> any Command {
        SignalCommand(
            NotificationsSignal.SwitchChannel.self, on ? "notify on" : "notify off", part: .notifications,
            summary: on
                ? Text("Switches a channel on again.", "Снова включает канал.")
                : Text(
                    "Switches a channel off; its waiting messages can be resent.",
                    "Выключает канал; ждущее можно отправить снова."),
            positional: ["channel"], fields: ["channel": channel, "code": OneTimeCode.field],
            extraFlags: PasswordSource.flags,
            examples: [
                CommandExample(
                    on ? "notify on 5kqj7x9w2m4p8r3t" : "notify off 5kqj7x9w2m4p8r3t",
                    on ? Text("it carries again", "он снова доставляет") : Text("it rests", "он молчит"))
            ],
            notes: notes,
            complete: { arguments, _ in arguments["on"] = .toggle(on) },
            present: { answer, page in NotifyPage.present(answer, &page) })
    }

    private static let rotate = SignalCommand(
        NotificationsSignal.RotateSecret.self, "notify rotate", part: .notifications,
        summary: Text(
            "Gives a webhook a new secret (for a day both sign), or ntfy and Gotify a new token.",
            "Даёт вебхуку новый секрет (сутки подписывают оба), а ntfy и Gotify — новый токен."),
        positional: ["channel"], fields: ["channel": channel, "code": OneTimeCode.field],
        extraFlags: NotifySecret.flags + PasswordSource.flags,
        examples: [
            CommandExample(
                "notify rotate 5kqj7x9w2m4p8r3t", Text("a new secret, shown once", "новый секрет, показан один раз")),
            CommandExample(
                "notify rotate 5kqj7x9w2m4p8r3t --ask-token",
                Text("a token that the server gave you", "токен, который выдал сервер")),
        ],
        notes: notes + NotifySecret.notes,
        complete: { arguments, scene in try NotifySecret.fill(&arguments, scene) },
        present: { answer, page in NotifyPage.present(answer, &page) })

    private static let failed = SignalCommand(
        NotificationsSignal.Failed.self, "notify failed", part: .notifications,
        summary: Text(
            "Lists messages to you that were not delivered.", "Показывает сообщения, которые не удалось доставить."),
        fields: [
            "limit": Text(
                "At most this many, 1 to 1000; 50 by default.", "Не больше стольких, от 1 до 1000; по умолчанию 50."),
            "cursor": Text(
                "The nextCursor of the previous page.", "nextCursor прежней страницы."),
        ],
        examples: [CommandExample("notify failed", Text("failed messages, and why", "что не доставлено и почему"))],
        complete: Language.ask,
        present: { answer, page in
            if answer.failed.isEmpty { page.say("everything was delivered", "всё доставлено", .green) }
            for delivery in answer.failed { page.line(NotifyPage.state(of: delivery)) }
            if let cursor = answer.nextCursor {
                page.say("more: --cursor \(cursor)", "дальше: --cursor \(cursor)", .dim)
            }
        })

    private static let resend = SignalCommand(
        NotificationsSignal.Resend.self, "notify resend", part: .notifications,
        summary: Text("Resends a failed message.", "Снова отправляет недоставленное сообщение."),
        positional: ["id"], fields: ["id": Text("Which message: its id.", "Какое сообщение: его id.")],
        examples: [CommandExample("notify resend 01jd3x5k…", Text("with all its tries", "со всеми попытками"))],
        complete: Language.ask,
        present: { answer, page in page.line(NotifyPage.state(of: answer)) })
}

/// `gateway notify add telegram|email|webhook|ntfy|gotify`.
struct NotifyAddCommand: Command {
    let words = ["notify", "add"]
    let part = CommandPart.notifications
    let summary = Text(
        "Sets up a channel that carries notifications to you.", "Подключает канал, которым приходят уведомления.")
    let positional = ["kind", "target"]
    var flags: [FlagShape] {
        [
            FlagShape(
                "kind", .choice(NotificationsSignal.ChannelKind.allCases.map(\.rawValue)), isRequired: true,
                Text("What kind of channel.", "Какой канал.")),
            FlagShape(
                "to", field: "target", makes: ["url", "address"], .text, placeholder: "ADDRESS|URL",
                Text(
                    "An address for email, a URL for a webhook, the server for ntfy and Gotify.",
                    "Куда: адрес для почты, URL для вебхука, сервер для ntfy и Gotify.")),
            FlagShape("topic", .text, Text("The topic, for ntfy.", "Тема, для ntfy.")),
            FlagShape("name", .text, Text("What to call it.", "Как назвать.")),
            FlagShape("code", .text, placeholder: "CODE", OneTimeCode.field),
        ] + NotifySecret.flags + PasswordSource.flags + [GlobalFlags.idempotencyKey]
    }
    var examples: [CommandExample] {
        [
            CommandExample(
                "notify add telegram",
                Text("shows a link to open and press Start in", "покажет ссылку, где нажать Start")),
            CommandExample("notify add email anna@example.org", Text("mail", "почта")),
            CommandExample(
                "notify add webhook https://example.org/hook",
                Text("shows the secret, once", "покажет секрет, один раз")),
            CommandExample(
                "notify add ntfy https://ntfy.example.org --topic annas-money --ask-token",
                Text("a protected topic: asks for a token", "защищённая тема: спросит токен")),
            CommandExample(
                "notify add gotify https://gotify.example.org",
                Text("asks for the application's token", "спросит токен приложения")),
        ]
    }
    var notes: [Text] { NotifyCommands.notes + NotifySecret.notes }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        var arguments = scene.arguments
        let target = arguments.text("target")
        guard let kind = arguments.text("kind").flatMap({ NotificationsSignal.ChannelKind(rawValue: $0) }) else {
            throw UsageError(Text("Say what kind of channel.", "Скажите, какой канал."), field: "kind")
        }
        if kind != .telegram, target == nil {
            throw UsageError(Text("Say where to.", "Скажите, куда."), field: "target")
        }
        if kind == .telegram, target != nil {
            throw UsageError(
                Text("Telegram needs no address: the link does it.", "Для Telegram адрес не нужен: есть ссылка."),
                field: "target")
        }
        if kind == .ntfy, arguments.text("topic") == nil {
            throw UsageError(Text("Say which topic.", "Скажите, какая тема."), field: "topic")
        }
        // An application of Gotify has a token always, a topic of ntfy only where it is protected.
        if kind == .gotify { arguments["ask-token"] = .toggle(true) }
        try NotifySecret.fill(&arguments, scene)
        func add(_ code: String?) async throws -> NotificationsSignal.AddedChannel {
            try await scene.client.ask(
                NotificationsSignal.AddChannel(
                    kind: kind, name: arguments.text("name"), address: kind == .email ? target : nil,
                    url: [.telegram, .email].contains(kind) ? nil : target, secret: arguments.text("secret"),
                    topic: arguments.text("topic"), token: arguments.text("token"), code: code))
        }
        let given = arguments.text("code")
        let added: NotificationsSignal.AddedChannel
        do {
            added = try await add(given)
        } catch let fault as Fault where fault.code == .confirmationRequired && given == nil {
            added = try await add(try await OneTimeCode.answer(to: fault, arguments, scene))
        }
        scene.show(try JSONEncoding.encode(added)) {
            var page = Page()
            NotifyPage.present(added, &page)
            return page
        }
        return added.link == nil ? .done : .pending
    }
}

/// `gateway notify test`: the exit code is 0 only when the recipient took the message.
struct NotifyTestCommand: Command {
    let words = ["notify", "test"]
    let part = CommandPart.notifications
    let summary = Text(
        "Sends a test message through a channel and shows the answer.",
        "Отправляет проверочное сообщение и показывает ответ.")
    let positional = ["channel"]
    var flags: [FlagShape] {
        [FlagShape("channel", .text, isRequired: true, Text("Which channel: its id.", "Какой канал: его id."))]
    }
    let usualLimit = Duration.seconds(40)
    var examples: [CommandExample] {
        [
            CommandExample("notify test 5kqj7x9w2m4p8r3t", Text("delivered, or why not", "доставлено или почему нет"))
        ]
    }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        let tested = try await scene.client.ask(
            NotificationsSignal.Test(channel: scene.arguments.text("channel") ?? ""))
        scene.show(try JSONEncoding.encode(tested)) {
            var page = Page()
            let answer = ReasonText.of(tested.answerReason, else: tested.answer)
            page.line(
                tested.delivered
                    ? StyledText("delivered", "доставлено", .green)
                    : StyledText("not delivered", "не доставлено", .red),
                StyledText(
                    ": \(answer) (\(tested.milliseconds) ms)", ": \(answer) (\(tested.milliseconds) мс)"))
            return page
        }
        return tested.delivered ? .done : .failed
    }
}
