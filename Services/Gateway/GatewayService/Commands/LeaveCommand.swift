import Coordination
import Domain
import Signals
import StrictJSON

/// `gateway leave`: shows what will happen, asks to type the email, and deletes the one who is signed in.
struct LeaveCommand: Command {
    let words = ["leave"]
    let part = CommandPart.people
    let summary: Text = "Deletes you for good: name, email, password, sessions; your accounts are closed."
    let flags =
        PasswordSource.flags + [
            FlagShape("dry-run", .toggle, "Only show what would happen."),
            FlagShape("confirm", .text, placeholder: "EMAIL", "Your email, which is asked for otherwise."),
        ]
    let examples = [
        CommandExample("leave --dry-run", "what would happen"),
        CommandExample("leave", "shows it, asks for your email, your password and a code"),
        CommandExample("leave --confirm anna@example.org --password-stdin < secret", "without asking"),
    ]
    let notes: [Text] = [
        PeopleCommands.secretNote,
        "A file or standard input holds the password and, where one-time codes are on, a code in the second line.",
        "It cannot be undone. gateway account-data export saves what there is, before.",
    ]

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        let me = try await scene.desk.ask(AuthSignal.Me())
        let accounts = try await scene.desk.ask(LedgerSignal.Accounts()).accounts
        let isDry = scene.arguments.isOn("dry-run")
        if isDry {
            scene.show(try summary(me, accounts)) { consequences(me, accounts) }
            return .done
        }
        // A program that has confirmed has nothing to read.
        if !scene.isJSON {
            let stream = scene.console.errors
            stream.write(consequences(me, accounts).rendered(width: stream.width, hasColor: stream.hasColor))
        }
        let name = try scene.arguments.text("confirm") ?? typedEmail(scene)
        let source = try PasswordSource(scene.arguments, mayAsk: scene.console.mayAsk)
        var given: (password: String?, code: String?) = (nil, nil)
        if me.hasPassword {
            let lines = try source.passwordAndCode("Password: ")
            given = (lines.password, lines.code)
        }
        var signal = AuthSignal.DeleteUser(password: given.password, code: given.code, name: name)
        let done: AuthSignal.Done
        do {
            done = try await scene.desk.ask(signal)
        } catch let fault as Fault where fault.code == .codeRequired {
            guard let code = try source.code() else { throw fault }
            signal = AuthSignal.DeleteUser(password: given.password, code: code, name: name)
            done = try await scene.desk.ask(signal)
        }
        scene.desk.sessions.forget()
        scene.show(try JSONEncoding.encode(done)) {
            var page = Page()
            page.line("You are deleted. Farewell.")
            return page
        }
        return .done
    }

    private func typedEmail(_ scene: CommandScene) throws -> String {
        guard scene.console.mayAsk,
            let line = try TerminalLine.ask("Type your email (your name, if you have none) to go on: ")
        else {
            throw UsageError("There is no terminal to ask at.", hint: "say --confirm EMAIL", field: "confirm")
        }
        return line
    }

    private func consequences(_ me: AuthSignal.MeAnswer, _ accounts: [LedgerSignal.Account]) -> Page {
        var page = Page()
        page.line(
            "This deletes ", StyledText(me.user.email.isEmpty ? me.user.name : me.user.email, .bold), " for good:")
        page.line("  name, email, password, codes and all sessions are erased; the email is free again")
        let open = accounts.filter { $0.status != .closed }
        if open.isEmpty {
            page.line("  there is no open account")
        } else {
            page.line("  holds are given up, what is left in these accounts leaves the books, and they are closed:")
            var table = Table([.words("    account"), .text("name"), .numbers("balance")])
            for account in open {
                table.add([
                    StyledText("    \(account.id)"), StyledText(account.name),
                    StyledText("\(account.balance.decimalText) \(account.balance.currency.code)"),
                ])
            }
            page.table(table)
        }
        page.line("  transfers stay with those you had them with, without your name; your history is forgotten")
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
