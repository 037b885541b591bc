import GatewayCommandLine

/// The commands that maintain the house, for the table of all commands.
package enum CareCommands {
    /// The commands that examine and back up the house, and spread it over machines.
    package static let examining: [any Command] =
        [DoctorCommand(), ConfigCommand()] + BackupCommands.all + HouseCommands.all
    /// The commands that start and stop the house and show its state.
    package static let running: [any Command] = [
        UpCommand(), DownCommand(), RestartCommand(), StatusCommand(), HealthCommand(), LogsCommand(),
    ]
    /// The commands that follow a request through the house.
    package static let tracing: [any Command] = [TraceCommand()]
}
