import GatewayCare
import GatewayCommandLine
import GatewayCommands
import GatewayWeb
import GatewayWords

/// The table of all commands.
package enum CommandTable {
    /// The commands in the order of the help.
    package static let all: [any Command] = [
        CommandTopics.all, [ReportCommand { ReportDocument($0, charts: $1, language: .current).bytes }],
        CareCommands.examining, [AppCommand(), WebCommand(), MetricsCommand(), TelemetryCommand()],
        CareCommands.running,
        CommandTopics.tools, CareCommands.tracing, CommandTopics.help { all }, CareCommands.explaining { all },
        [VersionCommand()],
    ].flatMap { $0 }
}
