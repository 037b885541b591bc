/// What a supervisor needs to know besides its services.
public struct SupervisorSettings: Sendable {
    /// Sockets, locks and `supervisor.json`: 0700 and ours.
    public var runDirectory: String
    /// Log files lie in `logs` below it.
    public var dataDirectory: String
    /// Variables of all services; `NOTIFY_SOCKET` and `LISTEN_*` are added.
    public var environment: [String: String]
    /// How long the next service waits for the one before it to be ready; 10 s. A late one is not killed.
    public var readinessPatience: Duration = .seconds(10)
    /// From SIGTERM to SIGKILL, for each service; 10 s, more than a service's own drain limit of 5 s.
    public var drainLimit: Duration = .seconds(10)
    /// How long to wait for services of a supervisor that was killed to let go of their sockets; 10 s.
    public var socketPatience: Duration = .seconds(10)
    /// Waits between crash and start.
    public var backoff = RestartBackoff()
    /// A log file longer than this is rotated; 10 MiB.
    public var logFileLimit = 10 * 1_024 * 1_024
    /// How often log files are looked at; 60 s.
    public var logCheckInterval: Duration = .seconds(60)
    /// Whether processes that services leave behind become our children and are buried when they end: what a
    /// container's first process must do anyway (PR_SET_CHILD_SUBREAPER). Off where this process has other children than services:
    /// each of them would be taken for an orphan.
    public var reapsOrphans = true

    /// Settings with the defaults given above.
    public init(runDirectory: String, dataDirectory: String, environment: [String: String]) {
        self.runDirectory = runDirectory
        self.dataDirectory = dataDirectory
        self.environment = environment
    }
}
