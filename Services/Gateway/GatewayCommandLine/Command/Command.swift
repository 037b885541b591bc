import Coordination
import GatewayWords

/// A command of the gateway. All commands are listed in ``CommandTable``.
package protocol Command: Sendable {
    /// The words of the command: `["account", "open"]`.
    var words: [String] { get }
    /// The heading under which help lists it.
    var part: CommandPart { get }
    /// The summary, in one sentence.
    var summary: Text { get }
    /// Further explanations, in whole lines.
    var notes: [Text] { get }
    /// Fields that may be given without their flag, in order.
    var positional: [String] { get }
    /// The command's own flags. They are created when the command is used or explained.
    var flags: [FlagShape] { get }
    /// The time limit of an answer, unless `--timeout` sets another.
    var usualLimit: Duration { get }
    /// True to tell a user at a terminal what the command waits for; false for commands that draw on the whole screen.
    var tellsWaiting: Bool { get }
    /// True to trace its requests; false for commands that poll, and for those about traces.
    var isTraced: Bool { get }
    /// True to hide its memory from other processes, because it holds passwords and sessions.
    var hidesMemory: Bool { get }
    /// Example lines, the most common one first. Like the notes, they are created when the command is explained.
    var examples: [CommandExample] { get }
    /// Returns the advice about a fault of a request; nil where the code of the fault says enough.
    func hint(for fault: Fault) -> Text?

    /// Runs the command.
    /// - Returns: The exit code of the gateway.
    /// - Throws: ``UsageError``, ``Fault``; any other error is a bug of the gateway.
    func run(_ scene: CommandScene) async throws -> GatewayExitCode
}

extension Command {
    package var notes: [Text] { [] }
    package var positional: [String] { [] }
    package var flags: [FlagShape] { [] }
    package var usualLimit: Duration { .seconds(10) }
    package var tellsWaiting: Bool { true }
    package var isTraced: Bool { true }
    package var hidesMemory: Bool { true }
    package func hint(for fault: Fault) -> Text? { nil }

    /// The words of the command as one text.
    package var name: String { words.joined(separator: " ") }
}

/// An example line and its meaning.
package struct CommandExample: Sendable {
    /// The words to type after `gateway`.
    package let line: String
    /// The effect of the line.
    package let meaning: Text

    package init(_ line: String, _ meaning: Text) {
        self.line = line
        self.meaning = meaning
    }
}

/// The headings of `gateway help`, in order.
package enum CommandPart: CaseIterable, Sendable {
    /// Users and sessions.
    case people
    /// Accounts and payments.
    case money
    /// Past transactions.
    case history
    /// Securities and the patterns in them.
    case market
    /// Notifications and their channels.
    case notifications
    /// The processes of the house.
    case house
    /// Tools for scripts and developers.
    case tools

    var title: Text {
        switch self {
        case .people: Text("People", "Люди")
        case .money: Text("Money", "Деньги")
        case .history: Text("History", "История")
        case .market: Text("Market", "Рынок")
        case .notifications: Text("Notifications", "Уведомления")
        case .house: Text("The house", "Дом")
        case .tools: Text("Tools", "Инструменты")
        }
    }
}
