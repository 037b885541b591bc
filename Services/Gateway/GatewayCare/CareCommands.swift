import GatewayCommandLine

/// The commands that maintain the house, for the table of all commands.
package enum CareCommands {
    /// The commands that examine and back up the house, and spread it over machines.
    package static let examining: [any Command] =
        [DoctorCommand(), ConfigCommand()] + BackupCommands.all + HouseCommands.all
    /// The commands that start and stop the house and show its state.
    package static let running: [any Command] = [
        UpCommand(), DownCommand(), RestartCommand(), StatusCommand(), HealthCommand(), LogsCommand(),
        ExtraCommand(),
    ]
    /// The commands that follow a request through the house, and check what a service answers.
    package static let tracing: [any Command] = [TraceCommand(), ConformCommand()]

    /// Returns the commands that explain the programs.
    ///
    /// - Parameter commands: Returns all commands.
    package static func explaining(_ commands: @escaping @Sendable () -> [any Command]) -> [any Command] {
        [ManualCommand(commands: commands)]
    }
}
