import GatewayCommandLine

/// The commands that take care of the house, as the table of all commands names them.
package enum CareCommands {
    /// What looks after it.
    package static let examining: [any Command] = [DoctorCommand(), ConfigCommand()] + BackupCommands.all
    /// What starts and stops it, and tells how it is.
    package static let running: [any Command] = [
        UpCommand(), DownCommand(), RestartCommand(), StatusCommand(), HealthCommand(), LogsCommand(),
    ]
    /// What tells the way of a request.
    package static let tracing: [any Command] = [TraceCommand()]
}
