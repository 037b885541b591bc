import Coordination
import Signals

/// Asks for a code of the authenticator app when a service wants one.
enum OneTimeCode {
    /// Confirms what `fault` says must be confirmed: its challenge, or, where there is none, the request itself, sent again
    /// with the code.
    ///
    /// - Returns: The answer that the request would have had.
    /// - Throws: `fault` when there is no terminal to ask at; what the service answers.
    static func confirm<S: Signal>(
        _ type: S.Type, _ arguments: ParsedArguments, after fault: Fault, _ scene: CommandScene
    ) async throws -> [UInt8] {
        guard fault.details["enrolled"] != .flag(false), let code = try ask("\(FaultSentence.of(fault))", scene) else {
            throw fault
        }
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

    /// The code that the person types; nil when there is nobody to ask.
    static func ask(_ question: String?, _ scene: CommandScene) throws -> String? {
        guard scene.console.mayAsk, scene.console.errors.isTerminal, let prompt = try PasswordPrompt() else {
            return nil
        }
        if let question { scene.console.tell(question) }
        return try prompt.ask("\(Text("Code: ", "Код: "))")
    }
}
