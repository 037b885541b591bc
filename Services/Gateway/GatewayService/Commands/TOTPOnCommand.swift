import Coordination
import Signals
import StrictJSON

/// `gateway totp on`: a secret for an authenticator app, its first code, and the recovery codes, in one go at the terminal.
struct TOTPOnCommand: Command {
    let words = ["totp", "on"]
    let part = CommandPart.people
    let summary: Text = "Turns one-time codes on: from then on signing in needs a code of an authenticator app."
    let flags =
        PasswordSource.flags + [FlagShape("end-other-sessions", .toggle, "Sign out everywhere else afterwards.")]
    let examples = [CommandExample("totp on", "shows a secret for the app, asks for a code of it")]
    let notes: [Text] = [
        PeopleCommands.secretNote, "It needs a terminal to ask for the code; scripts use totp begin and totp confirm.",
    ]

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        guard scene.console.mayAsk, let prompt = try PasswordPrompt() else {
            throw UsageError(
                "There is no terminal to ask for the first code at.", hint: "use totp begin, then totp confirm CODE")
        }
        let source = try PasswordSource(scene.arguments, mayAsk: true)
        let password = try source.passwords(["Password: "])[0]
        let secret = try await scene.desk.ask(AuthSignal.BeginTOTP(password: password))
        var page = Page()
        FactorCommands.present(secret, &page)
        // With --json the output is the answer of the confirmation alone.
        let stream = scene.isJSON ? scene.console.errors : scene.console.output
        stream.write(page.rendered(width: stream.width, hasColor: stream.hasColor))
        let endsOthers: Bool? = scene.arguments.isOn("end-other-sessions") ? true : nil
        let codes = try await confirm(endsOthers, prompt, scene)
        scene.show(try JSONEncoding.encode(codes)) {
            var page = Page()
            page.line(StyledText("One-time codes are on.", .green))
            FactorCommands.present(codes, &page)
            if endsOthers == nil { page.line("Other sessions go on; gateway sessions end-others ends them.") }
            return page
        }
        return .done
    }

    /// A mistyped code is asked for again, a few times.
    private func confirm(
        _ endsOthers: Bool?, _ prompt: PasswordPrompt, _ scene: CommandScene
    ) async throws -> AuthSignal.RecoveryCodes {
        for _ in 0..<2 {
            let code = try prompt.ask("Code that the app shows now: ")
            do {
                return try await scene.desk.ask(AuthSignal.ConfirmTOTP(code: code, endOtherSessions: endsOthers))
            } catch let fault as Fault where fault.code == .wrongCode {
                scene.console.tell(fault.message)
            }
        }
        let code = try prompt.ask("Code that the app shows now: ")
        return try await scene.desk.ask(AuthSignal.ConfirmTOTP(code: code, endOtherSessions: endsOthers))
    }
}
