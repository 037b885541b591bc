/// The settings of a supervisor, apart from its services.
public struct SupervisorSettings: Sendable {
    /// The directory of sockets, locks and `supervisor.json`: mode 0700 and ours.
    public var runDirectory: String
    /// The data directory. Log files are in its subdirectory `logs`.
    public var dataDirectory: String
    /// Environment variables of all services. `NOTIFY_SOCKET` and `LISTEN_*` are added.
    public var environment: [String: String]
    /// The time that the next service waits for the previous one to be ready; 10 s. A late service is not killed.
    public var readinessPatience: Duration = .seconds(10)
    /// The time from SIGTERM to SIGKILL, per service; 10 s, more than a service's own drain limit of 5 s.
    public var drainLimit: Duration = .seconds(10)
    /// The time after which a service that no longer says that it works is ended and started again; 60 s.
    public var watchdogLimit: Duration = .seconds(60)
    /// The time limit for services of a killed supervisor to release their sockets; 10 s.
    public var socketPatience: Duration = .seconds(10)
    /// The backoff between crash and restart.
    public var backoff = RestartBackoff()
    /// The size above which a log file is rotated; 10 MiB.
    public var logFileLimit = 10 * 1_024 * 1_024
    /// The interval at which log files are checked; 60 s.
    public var logCheckInterval: Duration = .seconds(60)
    /// True when orphaned processes of services become our children and are reaped when they end, as the first process
    /// of a container must do (PR_SET_CHILD_SUBREAPER). Turn it off where this process has children other than
    /// services: each would be taken for an orphan.
    public var reapsOrphans = true

    /// Creates settings with the defaults given above.
    public init(runDirectory: String, dataDirectory: String, environment: [String: String]) {
        self.runDirectory = runDirectory
        self.dataDirectory = dataDirectory
        self.environment = environment
    }
}
