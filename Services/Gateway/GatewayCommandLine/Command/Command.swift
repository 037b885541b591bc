import Coordination
import GatewayWords

/// One thing the gateway can do. Commands stand in ``CommandTable`` and nowhere else.
package protocol Command: Sendable {
    /// What it is called: `["account", "open"]`.
    var words: [String] { get }
    /// Under which heading help lists it.
    var part: CommandPart { get }
    /// What it does, one sentence.
    var summary: Text { get }
    /// What else there is to know, whole lines.
    var notes: [Text] { get }
    /// Fields that may be given without their flag, in order.
    var positional: [String] { get }
    /// Its own flags. Made when the command is used or explained, not before.
    var flags: [FlagShape] { get }
    /// How long an answer may take, unless `--timeout` says otherwise.
    var usualLimit: Duration { get }
    /// Whether a person at a terminal is told what is waited for; not where the whole screen is drawn on.
    var tellsWaiting: Bool { get }
    /// Whether its requests are traced; not where it asks again and again, or about traces.
    var isTraced: Bool { get }
    /// Whether other processes may not look into its memory, where passwords and sessions pass.
    var hidesMemory: Bool { get }
    /// Lines to copy, the most usual one first. Made when the command is explained, like the notes.
    var examples: [CommandExample] { get }
    /// What to do about a fault of what it asked; nil where the code of the fault says enough.
    func hint(for fault: Fault) -> Text?

    /// Does it.
    /// - Returns: How the gateway ends.
    /// - Throws: ``UsageError``, ``Fault``; anything else is a fault of ours.
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

    /// What it is called, in one text.
    package var name: String { words.joined(separator: " ") }
}

/// A line to copy and what it does.
package struct CommandExample: Sendable {
    /// What to type after `gateway`.
    package let line: String
    /// What it does.
    package let meaning: Text

    package init(_ line: String, _ meaning: Text) {
        self.line = line
        self.meaning = meaning
    }
}

/// The headings of `gateway help`, in order.
package enum CommandPart: CaseIterable, Sendable {
    /// Who one is.
    case people
    /// Accounts and what is in them.
    case money
    /// What happened.
    case history
    /// Securities, and what repeats in them.
    case market
    /// What one is told.
    case notifications
    /// The processes.
    case house
    /// For scripts, and for those who build on it.
    case tools

    /// The heading.
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
