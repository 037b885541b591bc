import Coordination
import Domain
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Signals

/// The passkeys of the user. A terminal has no authenticator, so they are registered and used on the page.
enum PasskeyCommands {
    static let all: [any Command] = [
        SignalCommand(
            AuthSignal.Passkeys.self, "passkeys", part: .people,
            examples: [
                CommandExample("passkeys", Text("lists what you can sign in with", "перечислит, чем вы можете войти"))
            ],
            notes: [
                Text(
                    "A passkey is added on the page of the house: a terminal has no authenticator.",
                    "Ключ доступа добавляют на странице дома: у терминала нет устройства, которое его хранит.")
            ],
            present: presentList),
        SignalCommand(
            AuthSignal.RenamePasskey.self, "passkeys rename", part: .people, positional: ["id", "name"],
            fields: ["id": idText, "name": Text("The new name.", "Новое имя.")],
            examples: [
                CommandExample(
                    "passkeys rename 4qm5detcyk11rjcp \"Anna's phone\"", Text("gives it another name", "даст ему имя"))
            ],
            present: { passkey, page in
                page.say("the passkey is now called \(passkey.name)", "теперь ключ доступа называется \(passkey.name)")
            }),
        SignalCommand(
            AuthSignal.RemovePasskey.self, "passkeys remove", part: .people, positional: ["id"],
            fields: [
                "id": idText,
                "code": Text(
                    "A one-time code or a recovery code, where codes are on; without it, it is asked for.",
                    "Одноразовый или запасной код, если коды включены; без него спросят."),
            ],
            extraFlags: PasswordSource.flags,
            examples: [
                CommandExample(
                    "passkeys remove 4qm5detcyk11rjcp",
                    Text(
                        "asks for your password, and for a code where codes are on", "спросит пароль и, если надо, код")
                )
            ],
            notes: [
                PeopleCommands.secretNote,
                Text(
                    "A file or standard input may hold a code, or a recovery code, in the second line.",
                    "В файле или на стандартном вводе код или запасной код может стоять второй строкой."),
            ],
            complete: { arguments, scene in
                // Somebody who came by Telegram proves it by a recent sign-in.
                guard try await scene.client.ask(AuthSignal.Me()).hasPassword else { return }
                let source = try PasswordSource(arguments, mayAsk: scene.console.mayAsk)
                let given = try source.passwordAndCode("\(Text("Password: ", "Пароль: "))")
                arguments["password"] = .text(given.password)
                if arguments["code"] == nil, let code = given.code { arguments["code"] = .text(code) }
            },
            amend: { fault, arguments, scene in
                guard fault.code == .codeRequired,
                    let code = try PasswordSource(arguments, mayAsk: scene.console.mayAsk).code()
                else { return false }
                arguments["code"] = .text(code)
                return true
            },
            present: { answer, page in
                page.say("the passkey is removed", "ключ доступа удалён")
                if answer.ended > 0 {
                    page.say(
                        "\(answer.ended, "session that began", "sessions that began") with it ended",
                        "завершено начатых им: \(answer.ended, "сеанс", "сеанса", "сеансов")")
                }
                NotifyPage.adviseReview(&page)
            }),
    ]

    private static let idText = Text(
        "The passkey, as gateway passkeys lists it.", "Ключ доступа, как его показывает gateway passkeys.")

    @Sendable private static func presentList(_ answer: AuthSignal.PasskeyList, _ page: inout Page) {
        guard !answer.passkeys.isEmpty else {
            page.say("you have no passkeys", "ключей доступа нет")
            return
        }
        var table = Table([
            .ids(Text("passkey", "ключ")), .text(Text("name", "имя")),
            .words(Text.byClock("added", "добавлен")), .words(Text.byClock("last used", "последний раз")),
            .words(.blank),
        ])
        for passkey in answer.passkeys {
            table.add([
                StyledText(passkey.id), StyledText(passkey.name), StyledText(ValueText.time(passkey.createdAt)),
                passkey.lastUsedAt.map { StyledText(ValueText.time($0)) } ?? StyledText("never", "никогда"),
                passkey.isBackedUp ? StyledText("on several devices", "на нескольких устройствах") : .blank,
            ])
        }
        page.table(table)
    }
}
