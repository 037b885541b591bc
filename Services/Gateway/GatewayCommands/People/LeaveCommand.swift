import Coordination
import Domain
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Signals
import StrictJSON

/// `gateway leave`: explains the consequences, asks for the email as confirmation, and deletes the signed-in user.
struct LeaveCommand: Command {
    let words = ["leave"]
    let part = CommandPart.people
    let summary = Text(
        "Deletes you for good: name, email, password, sessions; your accounts are closed.",
        "Удаляет вас навсегда: имя, адрес, пароль, сеансы; ваши счета закрываются.")
    var flags: [FlagShape] {
        PasswordSource.flags + [
            FlagShape("dry-run", .toggle, Text("Only show what would happen.", "Только показать, что случится.")),
            FlagShape(
                "confirm", .text, placeholder: "EMAIL",
                Text("Your email; asked for by default.", "Ваш адрес; иначе его спросят.")),
        ]
    }
    var examples: [CommandExample] {
        [
            CommandExample("leave --dry-run", Text("what would happen", "что случится")),
            CommandExample(
                "leave",
                Text(
                    "shows it, asks for your email, your password and a code",
                    "покажет это, спросит адрес, пароль и код")),
            CommandExample(
                "leave --confirm anna@example.org --password-stdin < secret", Text("without asking", "без вопросов")),
        ]
    }
    var notes: [Text] {
        [
            PeopleCommands.secretNote,
            Text(
                "A file or standard input has the password and, if one-time codes are on, a code in the second line.",
                "В файле или на стандартном вводе пароль, а если коды включены, второй строкой код."),
            Text(
                "It cannot be undone. Save your data first: gateway account-data export.",
                "Отменить это нельзя. Сначала сохраните свои данные: gateway account-data export."),
        ]
    }

    func hint(for fault: Fault) -> Text? {
        guard fault.code == .permissionDenied else { return nil }
        return Text("gateway login --telegram, then gateway leave", "gateway login --telegram, затем gateway leave")
    }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        let me = try await scene.client.ask(AuthSignal.Me())
        let accounts = try await scene.client.ask(LedgerSignal.Accounts()).accounts
        let isDry = scene.arguments.isOn("dry-run")
        if isDry {
            scene.show(try summary(me, accounts)) { consequences(me, accounts) }
            return .done
        }
        // A program that has confirmed needs no explanation.
        if !scene.isJSON {
            let stream = scene.console.errors
            stream.write(consequences(me, accounts).rendered(width: stream.width, hasColor: stream.hasColor))
        }
        let name = try scene.arguments.text("confirm") ?? typedEmail(scene)
        let source = try PasswordSource(scene.arguments, mayAsk: scene.console.mayAsk)
        var given: (password: String?, code: String?) = (nil, nil)
        if me.hasPassword {
            let lines = try source.passwordAndCode("\(Text("Password: ", "Пароль: "))")
            given = (lines.password, lines.code)
        }
        let done: AuthSignal.Done
        do {
            done = try await delete(given, name, source, scene)
        } catch let fault as Fault where fault.code == .invalidArgument && fault.field == "name" {
            throw Self.wrongName(name, me.user)
        }
        scene.client.sessions.forget()
        scene.show(try JSONEncoding.encode(done)) {
            var page = Page()
            page.say("You are deleted. Farewell.", "Вы удалены. Прощайте.")
            return page
        }
        return .done
    }

    private func delete(
        _ given: (password: String?, code: String?), _ name: String, _ source: PasswordSource, _ scene: CommandScene
    ) async throws -> AuthSignal.Done {
        let signal = AuthSignal.DeleteUser(password: given.password, code: given.code, name: name)
        do {
            return try await scene.client.ask(signal)
        } catch let fault as Fault where fault.code == .codeRequired {
            guard let code = try source.code() else { throw fault }
            return try await scene.client.ask(
                AuthSignal.DeleteUser(password: given.password, code: code, name: name))
        }
    }

    /// Returns the error for a confirmation that does not match.
    private static func wrongName(_ typed: String, _ user: AuthSignal.User) -> UsageError {
        let quoted = typed.debugDescription
        return user.email.isEmpty
            ? UsageError(
                Text(
                    "\(quoted) is not your name, \(user.name): nothing was deleted.",
                    "\(quoted) — не ваше имя, \(user.name); ничего не удалено."),
                hint: Text("say --confirm NAME", "укажите --confirm ИМЯ"), field: "confirm")
            : UsageError(
                Text(
                    "\(quoted) is not your email, \(user.email): nothing was deleted.",
                    "\(quoted) — не ваш адрес, \(user.email); ничего не удалено."),
                hint: Text("say --confirm EMAIL", "укажите --confirm EMAIL"), field: "confirm")
    }

    private func typedEmail(_ scene: CommandScene) throws -> String {
        guard scene.console.mayAsk,
            let line = try TerminalLine.ask(
                """
                \(Text(
                "Type your email (your name, if you have none) to go on: ",
                "Чтобы продолжить, введите свой адрес (имя, если адреса нет): "))
                """
            )
        else {
            throw UsageError(
                Text("There is no terminal to ask at.", "Нет терминала, на котором спросить."),
                hint: Text("say --confirm EMAIL", "укажите --confirm EMAIL"), field: "confirm")
        }
        return line
    }

    private func consequences(_ me: AuthSignal.MeAnswer, _ accounts: [LedgerSignal.Account]) -> Page {
        var page = Page()
        page.line(
            StyledText("This deletes ", "Будет удалён навсегда: "),
            StyledText(me.user.email.isEmpty ? me.user.name : me.user.email, .bold), StyledText(" for good:", ":"))
        page.say(
            "  name, email, password, codes and all sessions are erased; the email is free again",
            "  имя, адрес, пароль, коды и все сеансы стираются; адрес снова свободен")
        let open = accounts.filter { $0.status != .closed }
        if open.isEmpty {
            page.say("  there is no open account", "  открытых счетов нет")
        } else {
            page.say(
                "  holds are given up, what is left in these accounts leaves the books, and they are closed:",
                "  отложенное отпускается, остаток этих счетов уходит из книг, и они закрываются:")
            var table = Table([
                .words(Text("    account", "    счёт")), .text(Text("name", "название")),
                .numbers(Text("balance", "остаток")),
            ])
            for account in open {
                table.add([
                    StyledText("    \(account.id)"), StyledText(account.name),
                    StyledText(ValueText.money(account.balance)),
                ])
            }
            page.table(table)
        }
        page.say(
            "  transfers stay with those you had them with, without your name; your history is forgotten",
            "  переводы остаются у тех, с кем были, без вашего имени; ваша история забывается")
        return page
    }

    private func summary(_ me: AuthSignal.MeAnswer, _ accounts: [LedgerSignal.Account]) throws -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("user")
        try JSONEncoding.encode(me.user, into: &writer)
        writer.key("accounts")
        try JSONEncoding.encode(accounts, into: &writer)
        writer.endObject()
        return writer.finish()
    }
}
