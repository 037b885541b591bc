import Coordination
import Domain
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Signals

/// One-time codes, recovery codes and forgotten passwords.
enum FactorCommands {
    static let all: [any Command] = [
        TOTPOnCommand(),
        SignalCommand(
            AuthSignal.Me.self, "totp status", part: .people,
            summary: Text(
                "Shows whether signing in needs a one-time code, and how many recovery codes are left.",
                "Скажет, нужен ли для входа одноразовый код и сколько осталось запасных."),
            examples: [CommandExample("totp status", Text("whether codes are on", "включены ли коды"))],
            present: { answer, page in
                page.facts([
                    (
                        Text("one-time codes", "одноразовые коды"),
                        answer.totp ? StyledText("on", "включены", .green) : StyledText("off", "выключены")
                    ),
                    (
                        Text("recovery codes left", "запасных кодов"),
                        answer.totp ? StyledText("\(answer.recoveryCodesLeft)") : nil
                    ),
                ])
            }),
        SignalCommand(
            AuthSignal.BeginTOTP.self, "totp begin", part: .people,
            extraFlags: PasswordSource.flags,
            examples: [
                CommandExample(
                    "totp begin --password-stdin < secret",
                    Text("the first half of totp on, for scripts", "первая половина totp on, для скриптов"))
            ],
            notes: [
                PeopleCommands.secretNote,
                Text(
                    "totp confirm with a code of the app is the second half.",
                    "Вторая половина — totp confirm с кодом из приложения."),
            ],
            complete: { arguments, scene in
                let source = try PasswordSource(arguments, mayAsk: scene.console.mayAsk)
                arguments["password"] = .text(try source.passwords(["\(Text("Password: ", "Пароль: "))"])[0])
            },
            present: present),
        SignalCommand(
            AuthSignal.ConfirmTOTP.self, "totp confirm", part: .people, positional: ["code"],
            fields: [
                "code": Text("The code that the app shows now.", "Код, который приложение показывает сейчас."),
                "endOtherSessions": Text(
                    "Sign out everywhere else, where no code was asked for.", "Выйти везде, где кода не спрашивали."),
            ],
            examples: [
                CommandExample(
                    "totp confirm 492039",
                    Text("turns codes on and shows the recovery codes", "включит коды и покажет запасные"))
            ],
            present: present),
        SignalCommand(
            AuthSignal.DisableTOTP.self, "totp off", part: .people,
            fields: ["endOtherSessions": Text("Sign out everywhere else.", "Выйти везде, кроме этого места.")],
            extraFlags: PasswordSource.flags + [CodeLimits.keepFlag],
            examples: [CommandExample("totp off", Text("asks for the password and a code", "спросит пароль и код"))],
            notes: [
                PeopleCommands.secretNote, twoLines,
                Text(
                    """
                    It is refused while payments from one of your accounts need a code: nobody could make one any more.
                    """,
                    "Не выключит, пока оплаты с какого-то вашего счёта требуют кода: взять его было бы негде."),
                Text(
                    "If the app is lost: totp off --keep-limits with a recovery code, then totp on.",
                    "Если приложения больше нет: totp off --keep-limits с запасным кодом, потом totp on."),
            ],
            complete: { arguments, scene in
                try await CodeLimits.refuseWhileSet(arguments, scene)
                try passwordAndCode(&arguments, scene)
            },
            present: { _, page in
                page.say(
                    "one-time codes are off; the recovery codes stopped working",
                    "одноразовые коды выключены; запасные больше не действуют")
            }),
        SignalCommand(
            AuthSignal.RenewRecoveryCodes.self, "recovery-codes renew", part: .people,
            extraFlags: PasswordSource.flags,
            examples: [
                CommandExample("recovery-codes renew", Text("asks for the password and a code", "спросит пароль и код"))
            ],
            notes: [PeopleCommands.secretNote, twoLines],
            complete: passwordAndCode, present: present),
        SignalCommand(
            AuthSignal.EndOtherSessions.self, "sessions end-others", part: .people,
            examples: [
                CommandExample(
                    "sessions end-others", Text("signs out everywhere but here", "завершит все сеансы, кроме этого"))
            ],
            present: { answer, page in
                page.say(
                    "\(answer.ended, "other session has", "other sessions have") ended",
                    "завершено: \(answer.ended, "сеанс", "сеанса", "сеансов")")
                NotifyPage.adviseReview(&page)
            }),
        SignalCommand(
            AuthSignal.ResetPassword.self, "password reset", part: .people, positional: ["login"],
            fields: ["login": Text("The email or the user name.", "Адрес или имя пользователя.")],
            extraFlags: PasswordSource.flags + [
                FlagShape(
                    "recovery", .toggle,
                    Text(
                        "The code is a recovery code of yours, not a reset code.",
                        "Код — ваш запасной, а не код сброса."))
            ],
            examples: [
                CommandExample(
                    "password reset anna",
                    Text("with a code that the one who runs the house made", "с кодом, который сделал хозяин дома")),
                CommandExample(
                    "password reset anna --recovery",
                    Text("with one of your recovery codes", "с одним из ваших запасных кодов")),
            ],
            notes: [
                PeopleCommands.secretNote,
                Text(
                    "A file or standard input holds two lines: the code, then the new password.",
                    "В файле или на стандартном вводе две строки: код, затем новый пароль."),
                Text(
                    "Ends all your sessions; sign in with the new password afterwards.",
                    "Завершает все ваши сеансы; потом войдите с новым паролем."),
            ],
            complete: { arguments, scene in
                let source = try PasswordSource(arguments, mayAsk: scene.console.mayAsk)
                let isRecovery = arguments.isOn("recovery")
                let given = try source.passwords(
                    [
                        isRecovery
                            ? "\(Text("Recovery code: ", "Запасной код: "))"
                            : "\(Text("Reset code: ", "Код сброса: "))", "\(Text("New password: ", "Новый пароль: "))",
                    ], twice: true)
                arguments[isRecovery ? "recoveryCode" : "resetCode"] = .text(given[0])
                arguments["new"] = .text(given[1])
            },
            present: { _, page in
                page.say(
                    "the password is changed; all sessions have ended: gateway login",
                    "пароль изменён, все сеансы завершены: gateway login")
                NotifyPage.adviseReview(&page)
            }),
        SignalCommand(
            AuthSignal.IssueReset.self, "people reset", part: .house, positional: ["login"],
            fields: [
                "login": Text(
                    "The email or the user name of somebody who forgot the password.",
                    "Адрес или имя того, кто забыл пароль.")
            ],
            examples: [
                CommandExample(
                    "people reset anna",
                    Text("a code for gateway password reset anna", "код для gateway password reset anna"))
            ],
            notes: [
                Text(
                    "Give the code to the person only: anyone who has it can set the password. One-time codes stay on.",
                    "Отдайте код лично: у кого он есть, тот задаст пароль. Одноразовые коды остаются включены."),
                worksInTheHouse,
            ],
            present: { answer, page in
                page.facts([
                    (Text("reset code", "код сброса"), StyledText(answer.resetCode, .bold)),
                    (Text.byClock("works until", "действует до"), StyledText(ValueText.time(answer.expiresAt))),
                ])
            }),
        SignalCommand(
            AuthSignal.EndSessions.self, "people sign-out", part: .house, positional: ["login"],
            fields: ["login": Text("Their email or user name.", "Адрес или имя этого человека.")],
            examples: [
                CommandExample(
                    "people sign-out anna",
                    Text("when a device of hers is lost", "когда потеряно устройство, с которого она входила"))
            ],
            notes: [
                Text(
                    """
                    The person signs in again as usual. A password that others know must be changed: gateway people \
                    reset.
                    """,
                    "Человек войдёт снова как обычно; пароль, который знают другие, надо сменить: gateway people reset."
                ),
                worksInTheHouse,
            ],
            present: { answer, page in
                page.say(
                    "\(answer.ended, "session has", "sessions have") ended",
                    "завершено: \(answer.ended, "сеанс", "сеанса", "сеансов")")
            }),
    ]

    private static let worksInTheHouse: Text =
        Text(
            "Works where KOPILKA_DATA is the directory of the house: the operator's key is there.",
            "Работает там, где KOPILKA_DATA — каталог дома: в нём ключ хозяина.")

    private static let twoLines: Text =
        Text(
            "A file or standard input holds two lines: the password, then a code of the app or a recovery code.",
            "В файле или на стандартном вводе две строки: пароль, затем код из приложения или запасной.")

    @Sendable private static func passwordAndCode(_ arguments: inout ParsedArguments, _ scene: CommandScene) throws {
        let source = try PasswordSource(arguments, mayAsk: scene.console.mayAsk)
        let given = try source.passwords([
            "\(Text("Password: ", "Пароль: "))",
            "\(Text("Code of the app, or a recovery code: ", "Код из приложения или запасной: "))",
        ])
        arguments["password"] = .text(given[0])
        arguments["code"] = .text(given[1])
    }

    @Sendable static func present(_ answer: AuthSignal.TOTPSecret, _ page: inout Page) {
        page.say("Scan or type this into an authenticator app:", "Отсканируйте или введите это в приложение кодов:")
        page.picture(QRPicture(answer.uri))
        page.facts([
            (Text("address", "адрес"), StyledText(answer.uri)),
            (Text("secret", "секрет"), StyledText(ValueText.spaced(answer.secret), .bold)),
            (Text.byClock("confirm until", "подтвердите до"), StyledText(ValueText.time(answer.expiresAt))),
        ])
    }

    @Sendable static func present(_ answer: AuthSignal.RecoveryCodes, _ page: inout Page) {
        page.say(
            "Recovery codes, each stands in for the app once. They are shown now and never again:",
            "Запасные коды: каждый один раз заменит приложение. Больше их не покажут:")
        for code in answer.recoveryCodes { page.line(StyledText("  "), StyledText(code, .bold)) }
    }
}
