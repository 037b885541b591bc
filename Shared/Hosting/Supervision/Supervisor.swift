import CProcess
import Domain
import Glibc
import Reasons

/// Keeps services running: creates their sockets, starts them in order, restarts crashed ones, drains in reverse order.
///
/// One thread does everything. ``run()`` blocks in poll(2) until a child ends, a service reports, a signal arrives or
/// an action is due. Services die (SIGTERM) with that thread, so it must be the main thread or a ``BackgroundThread``.
/// Requests sent while a service is down wait in its socket, which the supervisor holds.
public final class Supervisor {
    private let settings: SupervisorSettings
    private let control: SupervisorControl
    private let log: Log
    private let manager: ServiceManager
    private let descriptions: [ServiceDescription]
    private let lock: FileLock
    private let notifications: NotificationSocket
    private let roster: ServiceRoster
    private var hasToldReady = false
    private var nextLogCheck: ContinuousClock.Instant
    private var writtenState: SupervisorState?

    /// Takes the supervisor's lock. Nothing is started yet.
    ///
    /// - Parameters:
    ///   - services: The services in the order of their start.
    ///   - manager: Receives `READY=1` once all services are ready.
    /// - Throws: ``HostingError`` `alreadyRunning` when another supervisor holds the run directory; `pathTooLong`,
    ///   `system`.
    public init(
        _ services: [ServiceDescription], settings: SupervisorSettings, control: SupervisorControl, clock: WallClock,
        log: Log, manager: ServiceManager
    ) throws(HostingError) {
        let lockPath = "\(settings.runDirectory)/supervisor.lock"
        guard let lock = try FileLock.tryAcquire(lockPath) else {
            throw FileLock.held(lockPath, .servicesRunning, .servicesRunningAs)
        }
        self.lock = lock
        notifications = try NotificationSocket(runDirectory: settings.runDirectory)
        descriptions = services
        self.settings = settings
        self.control = control
        self.log = log
        self.manager = manager
        roster = ServiceRoster(settings: settings, notificationPath: notifications.path, clock: clock, log: log)
        nextLogCheck = .now + settings.logCheckInterval
    }

    /// Runs until SIGTERM or SIGINT arrives and all services have ended.
    ///
    /// - Throws: ``HostingError`` when sockets or log files cannot be created. Nothing was started then.
    public func run() throws(HostingError) {
        if settings.reapsOrphans { kopilka_adopt_orphans() }
        guard try makeServices() else { return }
        log.notice("supervisor starts", ["service.count": .integer(roster.services.count)])
        while true {
            let now = ContinuousClock.now
            roster.advance(now)
            tellReady()
            rotateLogs(now)
            writeState()
            if roster.hasEnded { break }
            sleep(until: min(nextLogCheck, roster.nextDue ?? nextLogCheck))
            takeSignals()
            while let (sender, lines) = notifications.next() { roster.take(lines, from: sender) }
            roster.takeEndings()
        }
        unlink(SupervisorState.path(runDirectory: settings.runDirectory))
        log.notice("supervisor ends")
    }

    // MARK: Creating

    /// Creates the services with their sockets.
    ///
    /// - Returns: False when a stop arrived while services of a predecessor still held the sockets.
    private func makeServices() throws(HostingError) -> Bool {
        guard let logs = AbsolutePath("\(settings.dataDirectory)/logs") else {
            throw HostingError(
                .pathTooLong, .pathTooLong, ["path": .text("\(settings.dataDirectory)/logs")])
        }
        try PrivateDirectory.prepare(logs)
        let deadline = ContinuousClock.now + settings.socketPatience
        for description in descriptions {
            var sockets: [ListeningSocket] = []
            for endpoint in description.endpoints {
                guard let socket = try makeSocket(endpoint, deadline) else { return false }
                sockets.append(socket)
            }
            let file = ServiceLogFile(path: "\(logs)/\(description.name).log", limit: settings.logFileLimit)
            roster.add(SupervisedService(description, sockets: sockets, logFile: file, backoff: settings.backoff))
        }
        return true
    }

    private func makeSocket(_ endpoint: String, _ deadline: ContinuousClock.Instant) throws(HostingError)
        -> ListeningSocket?
    {
        while true {
            do throws(HostingError) {
                return try ListeningSocket.make(name: endpoint, runDirectory: settings.runDirectory)
            } catch {
                guard error.code == .alreadyRunning, ContinuousClock.now < deadline else { throw error }
            }
            sleep(until: .now + .milliseconds(50))
            takeSignals()
            if roster.isStopping { return nil }
        }
    }

    // MARK: Reporting

    private func tellReady() {
        guard !hasToldReady, !roster.isStopping, roster.isReady else { return }
        hasToldReady = true
        log.notice("all services ready")
        manager.ready()
    }

    private func rotateLogs(_ now: ContinuousClock.Instant) {
        guard nextLogCheck <= now else { return }
        for service in roster.services { service.logFile.rotateIfLong() }
        nextLogCheck = now + settings.logCheckInterval
    }

    private func writeState() {
        let state = SupervisorState(pid: Int(getpid()), services: roster.services.flatMap(\.states))
        guard state != writtenState else { return }
        do {
            try state.write(runDirectory: settings.runDirectory)
            writtenState = state
        } catch {
            log.warning("state not written", ["state.error": .error(error)])
        }
    }

    // MARK: Waiting

    /// Waits in poll(2) for the control pipe, the notification socket and the end of each child.
    private func sleep(until due: ContinuousClock.Instant) {
        let children = roster.services.compactMap { $0.child?.endDescriptor.rawValue }
        var entries = ([control.descriptor, notifications.descriptor] + children).map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        // One millisecond is added, so that due actions are due when poll returns.
        let milliseconds = max(0, (due - ContinuousClock.now).wholeMilliseconds + 1)
        _ = poll(&entries, nfds_t(entries.count), Int32(clamping: milliseconds))
    }

    private func takeSignals() {
        while let signal = control.next() {
            switch signal {
            case .terminate, .interrupt: roster.stop()
            case .hangup: roster.restartAll()
            case .child: if settings.reapsOrphans { buryOrphans() }
            case .go, .pause, .resize: break
            }
        }
    }

    /// Reaps adopted children, and leaves our own to the roster.
    private func buryOrphans() {
        roster.takeEndings()
        while true {
            var information = siginfo_t()
            guard waitid(P_ALL, 0, &information, WEXITED | WNOHANG | WNOWAIT) == 0 else { return }
            let pid = information._sifields._sigchld.si_pid
            if pid == 0 { return }
            if roster.service(of: pid) != nil {
                roster.takeEndings()
            } else {
                waitpid(pid, nil, WNOHANG)
            }
        }
    }
}
