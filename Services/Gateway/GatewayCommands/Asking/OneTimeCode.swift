import Coordination
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Reasons
import Signals

/// Asks for the proof that a service wants besides a session: a code of the authenticator app, or the password of a
/// user without codes.
package enum OneTimeCode {
    /// The help text of the field `code`.
    static let field = Text(
        "The code, if one is needed and nobody can be asked.", "Код, если он нужен, а спросить некого.")

    /// The help note of commands that need a proof.
    static let note = Text(
        "Asks for a code of your authenticator app or, while codes are off, for your password.",
        "Спросит код из приложения, а пока коды выключены — пароль.")

    /// The hint where the password is needed.
    package static let passwordHint = Text(
        "at a terminal the gateway asks for the password; elsewhere add --password-stdin or --password-file FILE",
        "на терминале шлюз спросит пароль сам; иначе добавьте --password-stdin или --password-file FILE")

    /// Confirms what `fault` requires: its challenge, or, without one, the request itself, sent again with the code.
    ///
    /// - Returns: The answer to the original request.
    /// - Throws: `fault` without a terminal to ask at; the service's fault.
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

    /// Returns the code that the user types for `fault`, or auth's proof for the password.
    /// - Throws: `fault` where a code does not help, or without a terminal to ask at; ``UsageError`` without a source
    ///   for the password; auth's fault.
    static func answer(to fault: Fault, _ arguments: ParsedArguments, _ scene: CommandScene) async throws -> String {
        guard fault.details["password"] != .flag(true) else { return try await proof(arguments, scene) }
        guard fault.details["enrolled"] != .flag(false), let code = try ask("\(FaultSentence.of(fault))", scene) else {
            throw fault
        }
        return code
    }

    /// Returns auth's proof for the password, which is typed without echo or read from a flag's source.
    private static func proof(_ arguments: ParsedArguments, _ scene: CommandScene) async throws -> String {
        let password =
            try arguments.text("password")
            ?? PasswordSource(arguments, mayAsk: scene.console.mayAsk).passwords([
                "\(Text("This takes your password: ", "Нужен ваш пароль: "))"
            ])[0]
        return try await scene.client.ask(AuthSignal.Prove(password: password)).proof
    }

    /// Returns the code that the user types; nil when nobody can be asked.
    static func ask(_ question: String?, _ scene: CommandScene) throws -> String? {
        guard scene.console.mayAsk, scene.console.errors.isTerminal, let prompt = try PasswordPrompt() else {
            return nil
        }
        if let question { scene.console.tell(question) }
        return try prompt.ask("\(Text("Code: ", "Код: "))")
    }
}
