import Coordination
import Domain
import Glibc
import Signals

/// Who one is: registering, signing in and out, sessions.
enum PeopleCommands {
    static let secretNote: Text =
        "The password is asked for at the terminal, or read from --password-stdin or --password-file: an argument "
        + "or a variable would be open to others."

    static let all: [any Command] = [
        SignalCommand(
            AuthSignal.Register.self, "register", part: .people, positional: ["email"],
            fields: [
                "email": "The address to sign in with.",
                "name": "What you are called.",
                "username": "Another name to sign in with: 3 to 32 of a-z, 0-9, point, hyphen, underscore.",
            ],
            extraFlags: PasswordSource.flags,
            examples: [
                CommandExample("register anna@example.org --name Anna", "asks for a password, twice"),
                CommandExample("register anna@example.org --password-stdin < secret", "without asking"),
            ],
            notes: [secretNote],
            complete: { arguments, scene in
                let source = try PasswordSource(arguments, mayAsk: scene.console.mayAsk)
                arguments["password"] = .text(try source.passwords(["New password: "], twice: true)[0])
                arguments["device"] = .text(deviceName())
            },
            finish: keep, present: presentSignedIn),
        LoginCommand(
            byPassword: SignalCommand(
                AuthSignal.Login.self, "login", part: .people, positional: ["login"],
                fields: [
                    "login": "The email or the user name.",
                    "code": "A one-time code, where codes are on; without it, it is asked for when it is needed.",
                    "device":
                        "What the session is shown as in gateway sessions; the host's name unless said otherwise.",
                ],
                extraFlags: PasswordSource.flags,
                examples: [
                    CommandExample("login anna", "asks for the password"),
                    CommandExample(
                        "login anna --password-file secret --profile anna", "keeps the session beside others"),
                    CommandExample("login anna --code 492039", "with a code of the authenticator app"),
                ],
                notes: [
                    secretNote, "A file or standard input may hold a code, or a recovery code, in the second line.",
                ],
                complete: { arguments, scene in
                    let source = try PasswordSource(arguments, mayAsk: scene.console.mayAsk)
                    let given = try source.passwordAndCode("Password: ")
                    arguments["password"] = .text(given.password)
                    if arguments["code"] == nil, let code = given.code { arguments["code"] = .text(code) }
                    if arguments["device"] == nil { arguments["device"] = .text(deviceName()) }
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
            examples: [CommandExample("logout", "ends this session; its token stops working everywhere")],
            finish: { _, scene in
                scene.desk.sessions.forget()
                return .done
            },
            present: { _, page in page.line("signed out") }),
        SignalCommand(
            AuthSignal.Me.self, "whoami", part: .people,
            examples: [CommandExample("whoami", "tells who is signed in")],
            present: { answer, page in present(answer.user, &page) }),
        SignalCommand(
            AuthSignal.Sessions.self, "sessions", part: .people,
            examples: [CommandExample("sessions", "lists where you are signed in")],
            present: presentSessions),
        SignalCommand(
            AuthSignal.EndSession.self, "sessions end", part: .people, positional: ["id"],
            fields: ["id": "The session, as gateway sessions lists it."],
            examples: [CommandExample("sessions end 01j9x3k4m5n6", "signs that device out")],
            present: { _, page in page.line("the session has ended") }),
        SignalCommand(
            AuthSignal.ChangePassword.self, "password change", part: .people,
            extraFlags: PasswordSource.flags,
            examples: [CommandExample("password change", "asks for the old and the new password")],
            notes: [
                secretNote, "A file or standard input holds two lines: the password until now, then the new one.",
            ],
            complete: { arguments, scene in
                let source = try PasswordSource(arguments, mayAsk: scene.console.mayAsk)
                let given = try source.passwords(["Password until now: ", "New password: "], twice: true)
                arguments["current"] = .text(given[0])
                arguments["new"] = .text(given[1])
            },
            present: { _, page in page.line("the password is changed; all other sessions have ended") }),
        SignalCommand(
            AuthSignal.SetPassword.self, "password set", part: .people, positional: ["email"],
            fields: ["email": "The address to sign in with from now on."],
            extraFlags: PasswordSource.flags,
            examples: [
                CommandExample("password set anna@example.org", "for who came by Telegram and has no password yet")
            ],
            notes: [
                secretNote,
                "Sign in with gateway login --telegram first: the session must have begun within the last ten minutes.",
                "Who has a password changes it: gateway password change.",
            ],
            complete: { arguments, scene in
                let source = try PasswordSource(arguments, mayAsk: scene.console.mayAsk)
                arguments["new"] = .text(try source.passwords(["New password: "], twice: true)[0])
            },
            present: { answer, page in
                page.line("the password is set; gateway login \(answer.user.email) works from now on")
                present(answer.user, &page)
            }),
    ]

    @Sendable private static func keep(_ answer: AuthSignal.SignedIn, _ scene: CommandScene) throws -> GatewayExitCode {
        try scene.desk.sessions.keep(answer)
        return .done
    }

    @Sendable static func presentSignedIn(_ answer: AuthSignal.SignedIn, _ page: inout Page) {
        page.line("signed in as ", StyledText(answer.user.name, .bold))
        present(answer.user, &page)
    }

    private static func present(_ user: AuthSignal.User, _ page: inout Page) {
        page.facts([
            ("name", StyledText(user.name)), ("email", user.email.isEmpty ? nil : StyledText(user.email)),
            ("username", user.username.map { StyledText($0) }), ("id", StyledText(user.id)),
        ])
    }

    @Sendable private static func presentSessions(_ answer: AuthSignal.SessionList, _ page: inout Page) {
        var table = Table([
            .words("session"), .text("device"), .words("began (UTC)"), .words("last used (UTC)"), .words(""),
        ])
        for session in answer.sessions {
            table.add([
                StyledText(session.id), StyledText(session.device ?? ""),
                StyledText(ValueText.time(session.createdAt)), StyledText(ValueText.time(session.lastUsedAt)),
                session.isCurrent ? StyledText("this one", .green) : "",
            ])
        }
        page.table(table)
    }

    /// What a session of this gateway is called unless somebody says otherwise.
    static func deviceName() -> String { "gateway on \(hostName())" }

    /// gethostname(2).
    private static func hostName() -> String {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return "an unknown host" }
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
