import Domain

/// One service as the supervisor sees it. It lives on the supervisor's thread.
final class SupervisedService {
    enum Phase {
        case stopped
        case starting(lateAt: ContinuousClock.Instant)
        /// `isSure` is false when it did not report readiness in time. It may be migrating, so it is left alone.
        case running(isSure: Bool)
        case stopping(killAt: ContinuousClock.Instant)
        case waiting(until: ContinuousClock.Instant)
    }

    let description: ServiceDescription
    let sockets: [ListeningSocket]
    let logFile: ServiceLogFile
    var phase: Phase = .stopped
    var backoff: RestartBackoff
    private(set) var child: ChildProcess?
    private var startedAt = ContinuousClock.now
    private var startedOnClock: Instant?
    private var nextAttempt: Instant?
    private var restarts = 0
    private(set) var lastExit: String?
    var status: String?
    /// When it is taken for stuck unless it says before that it works; nil for one that never says so.
    private(set) var stuckAt: ContinuousClock.Instant?
    /// True when it is late already, and has only some more time.
    private(set) var isOverdue = false

    init(
        _ description: ServiceDescription, sockets: [ListeningSocket], logFile: ServiceLogFile, backoff: RestartBackoff
    ) {
        self.description = description
        self.sockets = sockets
        self.logFile = logFile
        self.backoff = backoff
    }

    var isStarting: Bool { if case .starting = phase { true } else { false } }
    var isStopped: Bool { if case .stopped = phase { true } else { false } }
    var isReady: Bool { if case .running(isSure: true) = phase { true } else { false } }

    /// Starts the process with its sockets. Its output goes to the log file.
    func spawn(
        _ common: [String: String], notificationPath: String, watchdogLimit: Duration
    ) throws(HostingError) -> ChildProcess {
        let file = try logFile.openForAppending()
        var environment = common.merging(description.environment) { _, own in own }
        environment["NOTIFY_SOCKET"] = notificationPath
        environment["WATCHDOG_USEC"] = String(Int64(watchdogLimit / .microseconds(1)))
        environment["WATCHDOG_PID"] = nil
        return try ChildProcess.spawn(
            executable: description.executable, arguments: description.arguments, environment: environment,
            listeningSockets: sockets.map { ($0.name, $0.descriptorToLend) }, standardOutput: file.rawValue,
            standardError: file.rawValue, parentDeathSignal: .terminate, ownProcessGroup: true)
    }

    func started(_ child: ChildProcess, lateAt: ContinuousClock.Instant, clock: WallClock) {
        self.child = child
        startedAt = .now
        startedOnClock = clock.now()
        nextAttempt = nil
        status = nil
        phase = .starting(lateAt: lateAt)
    }

    /// Records that the process said that it works.
    func works(until: ContinuousClock.Instant) { (stuckAt, isOverdue) = (until, false) }

    /// Records that it did not say so in time.
    func becomesOverdue(until: ContinuousClock.Instant) { (stuckAt, isOverdue) = (until, true) }

    /// Records that the process ended on request.
    func stopped(_ exit: String) {
        forgetChild(exit)
        phase = .stopped
    }

    /// Records that the process crashed or could not be started, and returns the wait before the next attempt.
    func crashed(_ exit: String, clock: WallClock) -> Duration {
        let wait = backoff.wait(afterRunOf: child == nil ? .zero : ContinuousClock.now - startedAt)
        startAgain(after: wait, exit, clock: clock)
        return wait
    }

    /// Records that the process made way for another machine. It is started again at once, to follow that one.
    func yielded(_ exit: String, clock: WallClock) { startAgain(after: .zero, exit, clock: clock) }

    private func startAgain(after wait: Duration, _ exit: String, clock: WallClock) {
        forgetChild(exit)
        restarts += 1
        phase = .waiting(until: .now + wait)
        nextAttempt = clock.now() + wait
    }

    private func forgetChild(_ exit: String) {
        child = nil
        (stuckAt, isOverdue) = (nil, false)
        startedOnClock = nil
        status = nil
        lastExit = exit
    }

    /// The state of each of its services.
    var states: [SupervisorState.Service] {
        let name: SupervisorState.Phase =
            switch phase {
            case .stopped: .stopped
            case .starting, .running(isSure: false): .starting
            case .running(isSure: true): .ready
            case .stopping: .stopping
            case .waiting: .waiting
            }
        return description.services.map { service in
            SupervisorState.Service(
                name: service, phase: name, pid: child.map { Int($0.pid) }, startedAt: startedOnClock,
                restarts: restarts, lastExit: lastExit, nextAttempt: name == .waiting ? nextAttempt : nil,
                status: status)
        }
    }
}
