import Coordination
import Domain
import Signals

/// One-time codes, recovery codes and forgotten passwords.
enum FactorCommands {
    static let all: [any Command] = [
        TOTPOnCommand(),
        SignalCommand(
            AuthSignal.Me.self, "totp status", part: .people,
            summary: "Tells whether signing in needs a one-time code, and how many recovery codes are left.",
            examples: [CommandExample("totp status", "whether codes are on")],
            present: { answer, page in
                page.facts([
                    ("one-time codes", answer.totp ? StyledText("on", .green) : StyledText("off")),
                    ("recovery codes left", answer.totp ? StyledText("\(answer.recoveryCodesLeft)") : nil),
                ])
            }),
        SignalCommand(
            AuthSignal.BeginTOTP.self, "totp begin", part: .people,
            extraFlags: PasswordSource.flags,
            examples: [
                CommandExample("totp begin --password-stdin < secret", "the first half of totp on, for scripts")
            ],
            notes: [PeopleCommands.secretNote, "totp confirm with a code of the app is the second half."],
            complete: { arguments, scene in
                let source = try PasswordSource(arguments, mayAsk: scene.console.mayAsk)
                arguments["password"] = .text(try source.passwords(["Password: "])[0])
            },
            present: present),
        SignalCommand(
            AuthSignal.ConfirmTOTP.self, "totp confirm", part: .people, positional: ["code"],
            fields: [
                "code": "The code that the app shows now.",
                "endOtherSessions": "Sign out everywhere else, where no code was asked for.",
            ],
            examples: [CommandExample("totp confirm 492039", "turns codes on and shows the recovery codes")],
            present: present),
        SignalCommand(
            AuthSignal.DisableTOTP.self, "totp off", part: .people,
            fields: ["endOtherSessions": "Sign out everywhere else."],
            extraFlags: PasswordSource.flags,
            examples: [CommandExample("totp off", "asks for the password and a code")],
            notes: [PeopleCommands.secretNote, twoLines],
            complete: passwordAndCode,
            present: { _, page in page.line("one-time codes are off; the recovery codes stopped working") }),
        SignalCommand(
            AuthSignal.RenewRecoveryCodes.self, "recovery-codes renew", part: .people,
            extraFlags: PasswordSource.flags,
            examples: [CommandExample("recovery-codes renew", "asks for the password and a code")],
            notes: [PeopleCommands.secretNote, twoLines],
            complete: passwordAndCode, present: present),
        SignalCommand(
            AuthSignal.EndOtherSessions.self, "sessions end-others", part: .people,
            examples: [CommandExample("sessions end-others", "signs out everywhere but here")],
            present: { answer, page in
                page.line("\(ValueText.count(answer.ended, "other session has", "other sessions have")) ended")
            }),
        SignalCommand(
            AuthSignal.ResetPassword.self, "password reset", part: .people, positional: ["login"],
            fields: ["login": "The email or the user name."],
            extraFlags: PasswordSource.flags + [
                FlagShape("recovery", .toggle, "The code is a recovery code of yours, not a reset code.")
            ],
            examples: [
                CommandExample("password reset anna", "with a code that the one who runs the house made"),
                CommandExample("password reset anna --recovery", "with one of your recovery codes"),
            ],
            notes: [
                PeopleCommands.secretNote, "A file or standard input holds two lines: the code, then the new password.",
                "Ends all your sessions; sign in with the new password afterwards.",
            ],
            complete: { arguments, scene in
                let source = try PasswordSource(arguments, mayAsk: scene.console.mayAsk)
                let isRecovery = arguments.isOn("recovery")
                let given = try source.passwords(
                    [isRecovery ? "Recovery code: " : "Reset code: ", "New password: "], twice: true)
                arguments[isRecovery ? "recoveryCode" : "resetCode"] = .text(given[0])
                arguments["new"] = .text(given[1])
            },
            present: { _, page in page.line("the password is changed; all sessions have ended: gateway login") }),
        SignalCommand(
            AuthSignal.IssueReset.self, "people reset", part: .house, positional: ["login"],
            fields: ["login": "The email or the user name of somebody who forgot the password."],
            examples: [CommandExample("people reset anna", "a code for gateway password reset anna")],
            notes: [
                "Hand the code to the person themselves: whoever has it can set the password. One-time codes stay on."
            ],
            present: { answer, page in
                page.facts([
                    ("reset code", StyledText(answer.resetCode, .bold)),
                    ("works until (UTC)", StyledText(ValueText.time(answer.expiresAt))),
                ])
            }),
    ]

    private static let twoLines: Text =
        "A file or standard input holds two lines: the password, then a code of the app or a recovery code."

    @Sendable private static func passwordAndCode(_ arguments: inout ParsedArguments, _ scene: CommandScene) throws {
        let source = try PasswordSource(arguments, mayAsk: scene.console.mayAsk)
        let given = try source.passwords(["Password: ", "Code of the app, or a recovery code: "])
        arguments["password"] = .text(given[0])
        arguments["code"] = .text(given[1])
    }

    @Sendable static func present(_ answer: AuthSignal.TOTPSecret, _ page: inout Page) {
        page.line("Scan or type this into an authenticator app:")
        page.facts([
            ("address", StyledText(answer.uri)), ("secret", StyledText(spaced(answer.secret), .bold)),
            ("confirm until (UTC)", StyledText(ValueText.time(answer.expiresAt))),
        ])
    }

    @Sendable static func present(_ answer: AuthSignal.RecoveryCodes, _ page: inout Page) {
        page.line("Recovery codes, each stands in for the app once. They are shown now and never again:")
        for code in answer.recoveryCodes { page.line("  ", StyledText(code, .bold)) }
    }

    /// In groups of four, as people type it.
    private static func spaced(_ secret: String) -> String {
        var text = ""
        for (index, character) in secret.enumerated() {
            if index > 0, index % 4 == 0 { text.append(" ") }
            text.append(character)
        }
        return text
    }
}
