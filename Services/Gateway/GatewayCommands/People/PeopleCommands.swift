import Coordination
import Domain
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Glibc
import Signals

/// The user's identity: registration, signing in and out, sessions.
enum PeopleCommands {
    static let secretNote: Text =
        Text(
            "The password is asked for at the terminal, or read from --password-stdin or --password-file: an argument ",
            "Пароль спрашивается на терминале или берётся из --password-stdin либо --password-file: аргумент ")
        + Text("or a variable would be visible to others.", "и переменную видят другие.")

    static let all: [any Command] = [
        SignalCommand(
            AuthSignal.Register.self, "register", part: .people, positional: ["email"],
            fields: [
                "email": Text("The address to sign in with.", "Адрес, с которым входят."),
                "name": Text("What you are called.", "Как вас зовут."),
                "username": Text(
                    "Another name to sign in with: 3 to 32 of a-z, 0-9, point, hyphen, underscore.",
                    "Ещё одно имя для входа: от 3 до 32 знаков a-z, 0-9, точка, дефис, подчёркивание."),
            ],
            extraFlags: PasswordSource.flags,
            examples: [
                CommandExample(
                    "register anna@example.org --name Anna", Text("asks for a password, twice", "спросит пароль дважды")
                ),
                CommandExample(
                    "register anna@example.org --password-stdin < secret", Text("without asking", "без вопросов")),
            ],
            notes: [secretNote],
            complete: { arguments, scene in
                let source = try PasswordSource(arguments, mayAsk: scene.console.mayAsk)
                arguments["password"] = .text(
                    try source.passwords(["\(Text("New password: ", "Новый пароль: "))"], twice: true)[0])
                arguments["device"] = .text(DeviceName.ofThisHost())
            },
            finish: keep,
            hint: { fault in
                guard fault.code == .codeRequired else { return nil }
                return Text("gateway login EMAIL --code CODE", "gateway login АДРЕС --code КОД")
            },
            present: presentSignedIn),
        LoginCommand(
            byPassword: SignalCommand(
                AuthSignal.Login.self, "login", part: .people, positional: ["login"],
                fields: [
                    "login": Text("The email or the user name.", "Адрес или имя пользователя."),
                    "code": Text(
                        "A one-time code, where codes are on; without it, it is asked for when it is needed.",
                        "Одноразовый код, если коды включены; без него спросят, когда понадобится."),
                    "device":
                        Text(
                            "The name of the session in gateway sessions; by default the host's name.",
                            "Как назвать сеанс в gateway sessions; по умолчанию имя машины."),
                ],
                extraFlags: PasswordSource.flags,
                examples: [
                    CommandExample("login anna", Text("asks for the password", "спросит пароль")),
                    CommandExample(
                        "login anna --password-file secret --profile anna",
                        Text("keeps the session beside others", "хранит сеанс рядом с другими")),
                    CommandExample(
                        "login anna --code 492039",
                        Text("with a code of the authenticator app", "с кодом из приложения")),
                ],
                notes: [
                    secretNote,
                    Text(
                        "A file or standard input may hold a code, or a recovery code, in the second line.",
                        "В файле или на стандартном вводе код или запасной код может стоять второй строкой."),
                ],
                complete: { arguments, scene in
                    let source = try PasswordSource(arguments, mayAsk: scene.console.mayAsk)
                    let given = try source.passwordAndCode("\(Text("Password: ", "Пароль: "))")
                    arguments["password"] = .text(given.password)
                    if arguments["code"] == nil, let code = given.code { arguments["code"] = .text(code) }
                    if arguments["device"] == nil { arguments["device"] = .text(DeviceName.ofThisHost()) }
                },
                amend: { fault, arguments, scene in
                    guard fault.code == .codeRequired,
                        let code = try PasswordSource(arguments, mayAsk: scene.console.mayAsk).code()
                    else { return false }
                    arguments["code"] = .text(code)
                    return true
                },
                finish: keep, present: presentSignedIn)),
        SignalCommand(
            AuthSignal.Logout.self, "logout", part: .people,
            examples: [
                CommandExample(
                    "logout",
                    Text(
                        "ends this session; its token stops working everywhere",
                        "завершает этот сеанс; его токен больше нигде не действует"))
            ],
            finish: { _, scene in
                scene.client.sessions.forget()
                return .done
            },
            present: { _, page in page.say("signed out", "вы вышли") }),
        SignalCommand(
            AuthSignal.Me.self, "whoami", part: .people,
            examples: [CommandExample("whoami", Text("tells who is signed in", "скажет, кто вошёл"))],
            present: { answer, page in present(answer.user, &page) }),
        SignalCommand(
            AuthSignal.Sessions.self, "sessions", part: .people,
            examples: [CommandExample("sessions", Text("lists where you are signed in", "перечислит, где вы вошли"))],
            present: presentSessions),
        SignalCommand(
            AuthSignal.EndSession.self, "sessions end", part: .people, positional: ["id"],
            fields: [
                "id": Text("The session, as gateway sessions lists it.", "Сеанс, как его показывает gateway sessions.")
            ],
            examples: [
                CommandExample(
                    "sessions end 4qm5detcyk11rjcp", Text("signs that device out", "завершит сеанс на том устройстве"))
            ],
            present: { _, page in
                page.say("the session has ended", "сеанс завершён")
                NotifyPage.adviseReview(&page)
            }),
        SignalCommand(
            AuthSignal.ChangePassword.self, "password change", part: .people,
            extraFlags: PasswordSource.flags,
            examples: [
                CommandExample(
                    "password change", Text("asks for the old and the new password", "спросит старый и новый пароль"))
            ],
            notes: [
                secretNote,
                Text(
                    "A file or standard input holds two lines: the password until now, then the new one.",
                    "В файле или на стандартном вводе две строки: прежний пароль, затем новый."),
            ],
            complete: { arguments, scene in
                let source = try PasswordSource(arguments, mayAsk: scene.console.mayAsk)
                let given = try source.passwords(
                    [
                        "\(Text("Password until now: ", "Прежний пароль: "))",
                        "\(Text("New password: ", "Новый пароль: "))",
                    ], twice: true)
                arguments["current"] = .text(given[0])
                arguments["new"] = .text(given[1])
            },
            present: { _, page in
                page.say(
                    "the password is changed; all other sessions have ended",
                    "пароль изменён; все остальные сеансы завершены")
                NotifyPage.adviseReview(&page)
            }),
        SignalCommand(
            AuthSignal.SetPassword.self, "password set", part: .people, positional: ["email"],
            fields: ["email": Text("The address to sign in with from now on.", "Адрес, с которым входить отныне.")],
            extraFlags: PasswordSource.flags,
            examples: [
                CommandExample(
                    "password set anna@example.org",
                    Text(
                        "for who came by Telegram and has no password yet",
                        "для того, кто вошёл через Telegram и пароля ещё не имеет"))
            ],
            notes: [
                secretNote,
                Text(
                    """
                    Sign in with gateway login --telegram first: the session must have begun within the last ten \
                    minutes.
                    """,
                    "Сначала войдите: gateway login --telegram; сеанс должен быть не старше десяти минут."),
                Text(
                    "Who has a password changes it: gateway password change.",
                    "У кого пароль есть, тот меняет его: gateway password change."),
            ],
            complete: { arguments, scene in
                let source = try PasswordSource(arguments, mayAsk: scene.console.mayAsk)
                arguments["new"] = .text(
                    try source.passwords(["\(Text("New password: ", "Новый пароль: "))"], twice: true)[0])
            },
            present: { answer, page in
                page.say(
                    "the password is set; gateway login \(answer.user.email) works from now on",
                    "пароль задан; теперь работает gateway login \(answer.user.email)")
                present(answer.user, &page)
            }),
    ]

    @Sendable private static func keep(
        _ answer: AuthSignal.SignedIn, _ scene: CommandScene
    ) async throws -> GatewayExitCode {
        try await scene.client.sessions.begin(answer, within: scene.client.limit)
        return .done
    }

    @Sendable static func presentSignedIn(_ answer: AuthSignal.SignedIn, _ page: inout Page) {
        page.line(StyledText("signed in as ", "вход выполнен: "), StyledText(answer.user.name, .bold))
        present(answer.user, &page)
    }

    private static func present(_ user: AuthSignal.User, _ page: inout Page) {
        page.facts([
            (Text("name", "имя"), StyledText(user.name)),
            (Text("email", "адрес"), user.email.isEmpty ? nil : StyledText(user.email)),
            (Text("username", "имя для входа"), user.username.map { StyledText($0) }),
            (Text("time zone", "часовой пояс"), user.zone.map { StyledText($0) }),
            (Text(verbatim: "id"), StyledText(user.id)),
        ])
    }

    @Sendable private static func presentSessions(_ answer: AuthSignal.SessionList, _ page: inout Page) {
        var table = Table([
            .ids(Text("session", "сеанс")), .text(Text("device", "устройство")),
            .words(Text.byClock("began", "начат")), .words(Text.byClock("last used", "последний раз")),
            .words(.blank),
        ])
        for session in answer.sessions {
            table.add([
                StyledText(session.id), StyledText(session.device.map { SharedTexts.device($0) } ?? .blank),
                StyledText(ValueText.time(session.createdAt)), StyledText(ValueText.time(session.lastUsedAt)),
                session.isCurrent ? StyledText("this one", "этот", .green) : .blank,
            ])
        }
        page.table(table)
    }
}
