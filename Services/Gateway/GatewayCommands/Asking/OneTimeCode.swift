import Coordination
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Reasons
import Signals

/// Asks for what a service wants to see besides a session: a code of the authenticator app, or of a person without codes the
/// password.
package enum OneTimeCode {
    /// What the field `code` of a signal is.
    static let field = Text(
        "The code, where one is needed and nobody can be asked.", "Код, если он нужен, а спросить некого.")

    /// What help says of commands that take a proof.
    static let note = Text(
        "Asks for a code of your authenticator app, or, while codes are off, for your password.",
        "Спросит код из приложения, а пока коды выключены — пароль.")

    /// What to do where the password is wanted.
    package static let passwordHint = Text(
        "at a terminal the gateway asks for the password; elsewhere add --password-stdin or --password-file FILE",
        "на терминале шлюз спросит пароль сам; иначе добавьте --password-stdin или --password-file FILE")

    /// Confirms what `fault` says must be confirmed: its challenge, or, where there is none, the request itself, sent again
    /// with the code.
    ///
    /// - Returns: The answer that the request would have had.
    /// - Throws: `fault` when there is no terminal to ask at; what the service answers.
    static func confirm(
        _ type: any Signal.Type, _ arguments: ParsedArguments, after fault: Fault, _ scene: CommandScene
    ) async throws -> [UInt8] {
        let code = try await answer(to: fault, arguments, scene)
        if case .text(let challenge)? = fault.details["challenge"] {
            var arguments = ParsedArguments()
            arguments["challenge"] = .text(challenge)
            arguments["code"] = .text(code)
            return try await scene.client.ask(
                LedgerSignal.Confirm.self, parameters: SignalFlags.parameters(of: LedgerSignal.Confirm.self, arguments))
        }
        guard SignalFlags.has("code", type) else { throw fault }
        var arguments = arguments
        arguments["code"] = .text(code)
        return try await scene.client.ask(type, parameters: SignalFlags.parameters(of: type, arguments))
    }

    /// The code that the person types because `fault` wants one, or the proof that auth makes of the password.
    /// - Throws: `fault` where a code does not help, or there is no terminal to ask at; ``UsageError`` where there is nowhere to
    ///   read a password from; what auth answers.
    static func answer(to fault: Fault, _ arguments: ParsedArguments, _ scene: CommandScene) async throws -> String {
        guard fault.details["password"] != .flag(true) else { return try await proof(arguments, scene) }
        guard fault.details["enrolled"] != .flag(false), let code = try ask("\(FaultSentence.of(fault))", scene) else {
            throw fault
        }
        return code
    }

    /// What auth makes of the password, which is typed without echo, or read from where a flag says.
    private static func proof(_ arguments: ParsedArguments, _ scene: CommandScene) async throws -> String {
        let password =
            try arguments.text("password")
            ?? PasswordSource(arguments, mayAsk: scene.console.mayAsk).passwords([
                "\(Text("This takes your password: ", "Нужен ваш пароль: "))"
            ])[0]
        return try await scene.client.ask(AuthSignal.Prove(password: password)).proof
    }

    /// The code that the person types; nil when there is nobody to ask.
    static func ask(_ question: String?, _ scene: CommandScene) throws -> String? {
        guard scene.console.mayAsk, scene.console.errors.isTerminal, let prompt = try PasswordPrompt() else {
            return nil
        }
        if let question { scene.console.tell(question) }
        return try prompt.ask("\(Text("Code: ", "Код: "))")
    }
}
