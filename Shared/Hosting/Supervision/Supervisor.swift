import CProcess
import Domain
import Glibc

/// Keeps services running: makes their sockets, starts them in order, restarts what crashes, drains in reverse order.
///
/// One thread does it all: ``run()`` blocks, sleeping in poll(2) until a child ends, a service reports, a signal
/// comes or something is due. A service dies (SIGTERM) with that thread, so it must be the main thread or a
/// ``BackgroundThread``. Requests sent while a service is down wait in its socket, which the supervisor holds.
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

    /// Takes the supervisor's lock; nothing is started yet.
    ///
    /// - Parameters:
    ///   - services: In the order of their start.
    ///   - manager: Told `READY=1` once all services are ready.
    /// - Throws: ``HostingError`` `alreadyRunning` when another supervisor has the run directory; `pathTooLong`,
    ///   `system`.
    public init(
        _ services: [ServiceDescription], settings: SupervisorSettings, control: SupervisorControl, clock: WallClock,
        log: Log, manager: ServiceManager
    ) throws(HostingError) {
        let lockPath = "\(settings.runDirectory)/supervisor.lock"
        guard let lock = try FileLock.tryAcquire(lockPath) else {
            throw HostingError(.alreadyRunning, "the services are already running\(FileLock.holderNote(lockPath))")
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

    /// Runs until SIGTERM or SIGINT and all services have ended.
    ///
    /// - Throws: ``HostingError`` when sockets or log files can not be made; then nothing was started.
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

    // MARK: Making

    /// - Returns: Whether to go on: a stop may come while a predecessor's services still hold the sockets.
    private func makeServices() throws(HostingError) -> Bool {
        guard let logs = AbsolutePath("\(settings.dataDirectory)/logs") else {
            throw HostingError(.pathTooLong, "the path \(settings.dataDirectory)/logs is too long")
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

    // MARK: Telling

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
        let state = SupervisorState(pid: Int(getpid()), services: roster.services.map(\.state))
        guard state != writtenState else { return }
        do {
            try state.write(runDirectory: settings.runDirectory)
            writtenState = state
        } catch {
            log.warning("state not written", ["state.error": .error(error)])
        }
    }

    // MARK: Waiting

    /// poll(2) on the control pipe, the notification socket and each child's end.
    private func sleep(until due: ContinuousClock.Instant) {
        let children = roster.services.compactMap { $0.child?.endDescriptor.rawValue }
        var entries = ([control.descriptor, notifications.descriptor] + children).map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        // One more millisecond than is left, so that what is due is due when poll returns.
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

    /// Buries children that are not ours by birth, and leaves those that are to the roster.
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
