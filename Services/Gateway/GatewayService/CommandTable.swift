import GatewayCare
import GatewayCommandLine
import GatewayCommands

/// Every command there is.
enum CommandTable {
    /// In the order of the help.
    static let all: [any Command] =
        CommandTopics.all + CareCommands.examining + [AppCommand()] + CareCommands.running + CommandTopics.tools
        + CareCommands.tracing + CommandTopics.help { all }
}
