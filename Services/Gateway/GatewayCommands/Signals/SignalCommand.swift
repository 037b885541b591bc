import Coordination
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Signals
import StrictJSON

/// A command that sends one signal. Its flags and parameters are derived from the signal's type; a command adds only
/// what the type does not express.
///
/// The command is not generic: the table has a hundred commands, and a hundred specialised types took a quarter of the
/// time of `gateway --help` at startup. For the same reason, texts that only help needs are created on demand.
struct SignalCommand: Command {
    let words: [String]
    let part: CommandPart
    let positional: [String]
    private let makeSummary: @Sendable () -> Text
    private let makeExamples: @Sendable () -> [CommandExample]
    private let makeNotes: @Sendable () -> [Text]
    private let makeFlags: @Sendable () -> [FlagShape]
    private let makeHint: @Sendable (Fault) -> Text?
    private let perform: @Sendable (CommandScene) async throws -> GatewayExitCode

    /// Creates a command for a signal.
    ///
    /// - Parameters:
    ///   - fields: The meaning of each field, by name; these fields become flags, the others are filled by `complete`.
    ///   - accounts: Fields with an account, given by name or by the beginning of its id.
    ///   - payees: Fields with an account to pay, which may also be a payee or `@` and a user name.
    ///   - found: Required fields that the command can determine itself.
    ///   - extraFlags: Flags that fill no field of their own.
    ///   - complete: Fills fields that are no flags, such as passwords.
    ///   - verify: Asks the user for consent, once all ids are known and before the signal is sent.
    ///   - amend: Fills in what a fault reports as missing; returns true to send the signal once more.
    ///   - finish: Processes the answer before it is shown, and returns the exit code.
    ///   - preface: Returns a text to show before the answer.
    ///   - hint: Returns the advice about a fault; nil where its code says enough.
    ///   - present: Shows the answer to a person.
    init<S: Signal>(
        _ type: S.Type, _ name: String, part: CommandPart,
        summary: @autoclosure @escaping @Sendable () -> Text? = nil, positional: [String] = [],
        fields: @autoclosure @escaping @Sendable () -> KeyValuePairs<String, Text> = [:], accounts: [String] = [],
        payees: [String] = [], found: [String] = [],
        extraFlags: @autoclosure @escaping @Sendable () -> [FlagShape] = [],
        examples: @autoclosure @escaping @Sendable () -> [CommandExample],
        notes: @autoclosure @escaping @Sendable () -> [Text] = [],
        complete: @escaping @Sendable (inout ParsedArguments, CommandScene) async throws -> Void = { _, _ in },
        amend: @escaping @Sendable (Fault, inout ParsedArguments, CommandScene) async throws -> Bool = { _, _, _ in
            false
        },
        finish: @escaping @Sendable (S.Answer, CommandScene) async throws -> GatewayExitCode = { _, _ in .done },
        verify: @escaping @Sendable (ParsedArguments, CommandScene) async throws -> Void = { _, _ in },
        preface: @escaping @Sendable (ParsedArguments) -> Text? = { _ in nil },
        hint: @escaping @Sendable (Fault) -> Text? = { _ in nil },
        present: @escaping @Sendable (S.Answer, inout Page) -> Void
    ) {
        words = name.split(separator: " ").map(String.init)
        self.part = part
        self.positional = positional
        makeSummary = { summary() ?? SignalSummary.text(of: S.self) }
        makeExamples = examples
        makeNotes = notes
        makeHint = hint
        makeFlags = {
            SignalFlags.shapes(of: S.self, fields: fields(), accounts: accounts + payees, found: found) + extraFlags()
                + Self.commonFlags(of: S.self)
        }
        perform = { scene in
            let answer = try await Self.answer(
                to: S.self, accounts: accounts, payees: payees, complete, verify, amend, scene)
            let value = try scene.client.decode(S.Answer.self, from: answer)
            let exitCode = try await finish(value, scene)
            await scene.showNamingAccounts(answer) {
                var page = Page()
                if let preface = preface(scene.arguments) { page.line(StyledText(preface, .yellow)) }
                present(value, &page)
                return page
            }
            return exitCode
        }
    }

    var summary: Text { makeSummary() }
    var examples: [CommandExample] { makeExamples() }
    var notes: [Text] { makeNotes() }
    var flags: [FlagShape] { makeFlags() }

    func hint(for fault: Fault) -> Text? { makeHint(fault) }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode { try await perform(scene) }

    /// The flags of all signals of a kind.
    private static func commonFlags(of type: any Signal.Type) -> [FlagShape] {
        guard type.effect == .changes else { return [GlobalFlags.watch] }
        return type.access == .session ? [GlobalFlags.idempotencyKey] : []
    }

    /// Sends the signal that the arguments describe.
    private static func answer(
        to type: any Signal.Type, accounts: [String], payees: [String],
        _ complete: @Sendable (inout ParsedArguments, CommandScene) async throws -> Void,
        _ verify: @Sendable (ParsedArguments, CommandScene) async throws -> Void,
        _ amend: @Sendable (Fault, inout ParsedArguments, CommandScene) async throws -> Bool, _ scene: CommandScene
    ) async throws -> [UInt8] {
        var arguments = scene.arguments
        try await complete(&arguments, scene)
        let receiver = try await PayeeReference.needed(by: payees, in: arguments, scene)
        let own = try await AccountReference.resolve(accounts, in: &arguments, scene)
        try await MoneyArgument.settle(&arguments, accounts, among: own, scene)
        try await receiver?.resolve(payees, in: &arguments, scene)
        try await verify(arguments, scene)
        do {
            return try await scene.client.ask(type, parameters: SignalFlags.parameters(of: type, arguments))
        } catch let fault as Fault where fault.code == .confirmationRequired {
            return try await OneTimeCode.confirm(type, arguments, after: fault, scene)
        } catch let fault as Fault {
            guard try await amend(fault, &arguments, scene) else { throw fault }
            return try await scene.client.ask(type, parameters: SignalFlags.parameters(of: type, arguments))
        }
    }
}
