import Coordination
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Signals
import StrictJSON

/// `gateway totp on`: a secret for an authenticator app, its first code, and the recovery codes, in one dialog at the
/// terminal.
struct TOTPOnCommand: Command {
    let words = ["totp", "on"]
    let part = CommandPart.people
    let summary = Text(
        "Turns one-time codes on: signing in then needs a code of an authenticator app.",
        "Включает одноразовые коды: с этих пор для входа нужен код из приложения.")
    var flags: [FlagShape] {
        PasswordSource.flags + [
            FlagShape(
                "end-other-sessions", .toggle,
                Text("Sign out everywhere else afterwards.", "Затем выйти везде, кроме этого места."))
        ]
    }
    var examples: [CommandExample] {
        [
            CommandExample(
                "totp on",
                Text(
                    "shows a QR code for the app, asks for its first code",
                    "покажет QR-код для приложения и спросит код из него"))
        ]
    }
    var notes: [Text] {
        [
            PeopleCommands.secretNote,
            Text(
                "A window narrower than the QR code shows only the address and the secret.",
                "В окне уже QR-кода видны только адрес и секрет."),
            Text(
                "It needs a terminal to ask for the code; scripts use totp begin and totp confirm.",
                "Чтобы спросить код, нужен терминал; скриптам — totp begin и totp confirm."),
        ]
    }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        guard scene.console.mayAsk, let prompt = try PasswordPrompt() else {
            throw UsageError(
                Text(
                    "There is no terminal to ask for the first code at.",
                    "Нет терминала, на котором спросить первый код."),
                hint: Text("use totp begin, then totp confirm CODE", "возьмите totp begin, затем totp confirm CODE"))
        }
        let source = try PasswordSource(scene.arguments, mayAsk: true)
        let password = try source.passwords(["\(Text("Password: ", "Пароль: "))"])[0]
        let secret = try await scene.client.ask(AuthSignal.BeginTOTP(password: password))
        var page = Page()
        FactorCommands.present(secret, &page)
        // With --json the output is only the answer to the confirmation.
        let stream = scene.isJSON ? scene.console.errors : scene.console.output
        stream.write(page.rendered(width: stream.width, hasColor: stream.hasColor))
        let endsOthers: Bool? = scene.arguments.isOn("end-other-sessions") ? true : nil
        let codes = try await confirm(endsOthers, prompt, scene)
        scene.show(try JSONEncoding.encode(codes)) {
            var page = Page()
            page.line(StyledText("One-time codes are on.", "Одноразовые коды включены.", .green))
            FactorCommands.present(codes, &page)
            if endsOthers == nil {
                page.say(
                    "Other sessions go on; gateway sessions end-others ends them.",
                    "Другие сеансы продолжаются; gateway sessions end-others завершит их.")
            }
            return page
        }
        return .done
    }

    /// Confirms the first code; asks again a few times after a typing mistake.
    private func confirm(
        _ endsOthers: Bool?, _ prompt: PasswordPrompt, _ scene: CommandScene
    ) async throws -> AuthSignal.RecoveryCodes {
        for _ in 0..<2 {
            let code = try prompt.ask(
                "\(Text("Code that the app shows now: ", "Код, который показывает приложение: "))")
            do {
                return try await scene.client.ask(AuthSignal.ConfirmTOTP(code: code, endOtherSessions: endsOthers))
            } catch let fault as Fault where fault.code == .wrongCode {
                scene.console.tell("\(FaultSentence.of(fault))")
            }
        }
        let code = try prompt.ask("\(Text("Code that the app shows now: ", "Код, который показывает приложение: "))")
        return try await scene.client.ask(AuthSignal.ConfirmTOTP(code: code, endOtherSessions: endsOthers))
    }
}
