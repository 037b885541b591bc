import Coordination
import Signals

/// Asks for a code of the authenticator app when a service wants one.
enum OneTimeCode {
    /// What the field `code` of a signal is.
    static let field = Text(
        "The code, where one is needed and nobody can be asked.", "Код, если он нужен, а спросить некого.")

    /// Confirms what `fault` says must be confirmed: its challenge, or, where there is none, the request itself, sent again
    /// with the code.
    ///
    /// - Returns: The answer that the request would have had.
    /// - Throws: `fault` when there is no terminal to ask at; what the service answers.
    static func confirm<S: Signal>(
        _ type: S.Type, _ arguments: ParsedArguments, after fault: Fault, _ scene: CommandScene
    ) async throws -> [UInt8] {
        let code = try answer(to: fault, scene)
        if case .text(let challenge)? = fault.details["challenge"] {
            var arguments = ParsedArguments()
            arguments["challenge"] = .text(challenge)
            arguments["code"] = .text(code)
            return try await scene.desk.ask(
                LedgerSignal.Confirm.self, parameters: SignalFlags.parameters(of: LedgerSignal.Confirm.self, arguments))
        }
        guard SignalFlags.has("code", S.self) else { throw fault }
        var arguments = arguments
        arguments["code"] = .text(code)
        return try await scene.desk.ask(S.self, parameters: SignalFlags.parameters(of: S.self, arguments))
    }

    /// The code that the person types because `fault` wants one.
    /// - Throws: `fault` where a code does not help, or there is no terminal to ask at.
    static func answer(to fault: Fault, _ scene: CommandScene) throws -> String {
        guard fault.details["enrolled"] != .flag(false), let code = try ask("\(FaultSentence.of(fault))", scene) else {
            throw fault
        }
        return code
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
