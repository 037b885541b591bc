import Coordination

/// One thing the gateway can do. Commands stand in ``CommandTable`` and nowhere else.
protocol Command: Sendable {
    /// What it is called: `["account", "open"]`.
    var words: [String] { get }
    /// Under which heading help lists it.
    var part: CommandPart { get }
    /// What it does, one sentence.
    var summary: String { get }
    /// What else there is to know, whole lines.
    var notes: [String] { get }
    /// Fields that may be given without their flag, in order.
    var positional: [String] { get }
    /// Its own flags. Made when the command is used or explained, not before.
    var flags: [FlagShape] { get }
    /// How long an answer may take, unless `--timeout` says otherwise.
    var usualLimit: Duration { get }
    /// Lines to copy, the most usual one first.
    var examples: [CommandExample] { get }

    /// Does it.
    /// - Returns: How the gateway ends.
    /// - Throws: ``UsageError``, ``Fault``; anything else is a fault of ours.
    func run(_ scene: CommandScene) async throws -> GatewayExitCode
}

extension Command {
    var notes: [String] { [] }
    var positional: [String] { [] }
    var flags: [FlagShape] { [] }
    var usualLimit: Duration { .seconds(10) }

    /// What it is called, in one text.
    var name: String { words.joined(separator: " ") }
}

/// A line to copy and what it does.
struct CommandExample: Sendable {
    /// What to type after `gateway`.
    let line: String
    /// What it does.
    let meaning: String

    init(_ line: String, _ meaning: String) {
        self.line = line
        self.meaning = meaning
    }
}

/// The headings of `gateway help`, in order.
enum CommandPart: String, CaseIterable, Sendable {
    /// Who one is.
    case people = "People"
    /// Accounts and what is in them.
    case money = "Money"
    /// What happened.
    case history = "History"
    /// Securities, and what repeats in them.
    case market = "Market"
    /// The processes.
    case house = "The house"
    /// For scripts, and for those who build on it.
    case tools = "Tools"
}
