import GatewayCare
import GatewayCommandLine
import GatewayCommands

/// The table of all commands.
package enum CommandTable {
    /// The commands in the order of the help.
    package static let all: [any Command] = [
        CommandTopics.all, CareCommands.examining, [AppCommand(), WebCommand(), MetricsCommand(), TelemetryCommand()],
        CareCommands.running,
        CommandTopics.tools, CareCommands.tracing, CommandTopics.help { all }, CareCommands.explaining { all },
        [VersionCommand()],
    ].flatMap { $0 }
}
