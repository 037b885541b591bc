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
    private let clock: WallClock
    private let log: Log
    private let manager: ServiceManager
    private let descriptions: [ServiceDescription]
    private let lock: FileLock
    private let notifications: NotificationSocket
    private var services: [SupervisedService] = []
    /// Index of the next service of the first start.
    private var startCursor = 0
    /// Services still to be restarted by SIGHUP, and whether the first of them was asked to stop.
    private var rolling: [SupervisedService] = []
    private var isRollingHeadStopped = false
    private var isStopping = false
    private var hasToldReady = false
    private var nextLogCheck: ContinuousClock.Instant
    private var writtenState: SupervisorState?

    /// Takes the supervisor's lock; nothing is started yet.
    ///
    /// - Parameters:
    ///   - services: In the order of their start.
    ///   - manager: Told `READY=1` once all services are ready.
    /// - Throws: ``HostingError`` `alreadyRunning` when another supervisor has the run directory; `pathTooLong`, `system`.
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
        self.clock = clock
        self.log = log
        self.manager = manager
        nextLogCheck = .now + settings.logCheckInterval
    }

    /// Runs until SIGTERM or SIGINT and all services have ended.
    ///
    /// - Throws: ``HostingError`` when sockets or log files can not be made; then nothing was started.
    public func run() throws(HostingError) {
        guard try makeServices() else { return }
        log.notice("supervisor starts", ["service.count": .integer(services.count)])
        while true {
            let now = ContinuousClock.now
            advance(now)
            writeState()
            if isStopping, services.allSatisfy(\.isStopped) { break }
            sleep(until: nextDue(now))
            takeSignals()
            takeNotifications()
            takeEndings()
        }
        unlink(SupervisorState.path(runDirectory: settings.runDirectory))
        log.notice("supervisor ends")
    }

    // MARK: Starting

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
            services.append(
                SupervisedService(description, sockets: sockets, logFile: file, backoff: settings.backoff))
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
            if isStopping { return nil }
        }
    }

    private func start(_ service: SupervisedService) {
        do throws(HostingError) {
            let file = try service.logFile.openForAppending()
            var environment = settings.environment
            environment.merge(service.description.environment) { _, own in own }
            environment["NOTIFY_SOCKET"] = notifications.path
            let child = try ChildProcess.spawn(
                executable: service.description.executable, arguments: service.description.arguments,
                environment: environment, listeningSockets: service.sockets.map { ($0.name, $0.descriptorToLend) },
                standardOutput: file.rawValue, standardError: file.rawValue, parentDeathSignal: .terminate,
                ownProcessGroup: true)
            service.started(child, lateAt: .now + settings.readinessPatience, clock: clock)
            log.info(
                "service started",
                ["service.name": .string(service.description.name), "process.id": .integer(Int(child.pid))])
        } catch {
            crashed(service, "not started: \(error)")
        }
    }

    private func crashed(_ service: SupervisedService, _ exit: String) {
        let wait = service.crashed(exit, clock: clock)
        log.warning(
            "service crashed",
            [
                "service.name": .string(service.description.name), "service.exit": .string(exit),
                "service.restart_in_ms": .milliseconds(wait),
            ])
    }

    // MARK: What is due

    private func advance(_ now: ContinuousClock.Instant) {
        for service in services {
            switch service.phase {
            case .starting(let lateAt) where lateAt <= now:
                log.warning("service is late", ["service.name": .string(service.description.name)])
                service.phase = .running(isSure: false)
            case .stopping(let killAt) where killAt <= now:
                log.warning("service did not stop in time", ["service.name": .string(service.description.name)])
                service.child?.kill()
                service.phase = .stopping(killAt: now + settings.drainLimit)
            case .waiting(let until) where until <= now && !isStopping: start(service)
            default: break
            }
        }
        if isStopping {
            stopLast(now)
        } else {
            startNext()
            rollOn(now)
            tellReady()
        }
        if nextLogCheck <= now {
            for service in services { service.logFile.rotateIfLong() }
            nextLogCheck = now + settings.logCheckInterval
        }
    }

    private func startNext() {
        while startCursor < services.count, startCursor == 0 || !services[startCursor - 1].isStarting {
            start(services[startCursor])
            startCursor += 1
        }
    }

    private func tellReady() {
        guard !hasToldReady, services.allSatisfy(\.isReady) else { return }
        hasToldReady = true
        log.notice("all services ready")
        manager.ready()
    }

    private func stopLast(_ now: ContinuousClock.Instant) {
        while let last = services.last(where: { !$0.isStopped }) {
            if case .stopping = last.phase { return }
            stop(last, now)
        }
    }

    private func stop(_ service: SupervisedService, _ now: ContinuousClock.Instant) {
        guard let child = service.child else {
            service.phase = .stopped
            return
        }
        child.terminate()
        service.phase = .stopping(killAt: now + settings.drainLimit)
    }

    private func rollOn(_ now: ContinuousClock.Instant) {
        while let head = rolling.first {
            if !isRollingHeadStopped {
                stop(head, now)
                isRollingHeadStopped = true
            }
            switch head.phase {
            case .stopped: start(head)
            case .starting, .stopping: return
            case .running, .waiting:
                rolling.removeFirst()
                isRollingHeadStopped = false
            }
        }
    }

    // MARK: What happens

    private func takeSignals() {
        while let signal = control.next() {
            switch signal {
            case .terminate, .interrupt:
                if isStopping { for service in services { service.child?.kill() } }
                isStopping = true
                rolling = []
            case .hangup:
                if !isStopping, startCursor == services.count, rolling.isEmpty { rolling = services }
            case .child: if settings.reapsOrphans { reapOrphans() }
            }
        }
    }

    private func takeNotifications() {
        while let (sender, lines) = notifications.next() {
            // The kernel vouches for the sender; anybody but our own child has nothing to report.
            guard let service = services.first(where: { $0.child?.pid == sender }) else { continue }
            for line in lines {
                if line == "READY=1" {
                    switch service.phase {
                    case .starting, .running: service.phase = .running(isSure: true)
                    case .stopped, .stopping, .waiting: break
                    }
                } else if line.hasPrefix("STATUS=") {
                    service.status = String(line.dropFirst("STATUS=".count).prefix(200))
                }
            }
        }
    }

    private func takeEndings() {
        for service in services {
            guard let status = service.child?.poll() else { continue }
            if case .stopping = service.phase {
                service.stopped(status.description)
                log.info(
                    "service stopped",
                    [
                        "service.name": .string(service.description.name), "service.exit": .string(status.description),
                    ])
            } else {
                crashed(service, status.description)
            }
        }
    }

    /// Buries children that are not ours by birth, and leaves those that are to `takeEndings`.
    private func reapOrphans() {
        takeEndings()
        while true {
            var information = siginfo_t()
            guard waitid(P_ALL, 0, &information, WEXITED | WNOHANG | WNOWAIT) == 0 else { return }
            let pid = information._sifields._sigchld.si_pid
            if pid == 0 { return }
            if services.contains(where: { $0.child?.pid == pid }) {
                takeEndings()
            } else {
                waitpid(pid, nil, WNOHANG)
            }
        }
    }

    // MARK: Waiting

    private func nextDue(_ now: ContinuousClock.Instant) -> ContinuousClock.Instant {
        services.reduce(nextLogCheck) { earliest, service in
            switch service.phase {
            case .starting(let due), .stopping(let due): min(earliest, due)
            case .waiting(let due): isStopping ? earliest : min(earliest, due)
            case .stopped, .running: earliest
            }
        }
    }

    /// poll(2) on the control pipe, the notification socket and each child's end.
    private func sleep(until due: ContinuousClock.Instant) {
        var entries = [control.descriptor, notifications.descriptor].map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        for service in services {
            if let child = service.child {
                entries.append(pollfd(fd: child.endDescriptor.rawValue, events: Int16(POLLIN), revents: 0))
            }
        }
        // One more millisecond than is left, so that what is due is due when poll returns.
        let milliseconds = max(0, (due - ContinuousClock.now).wholeMilliseconds + 1)
        _ = poll(&entries, nfds_t(entries.count), Int32(clamping: milliseconds))
    }

    private func writeState() {
        let state = SupervisorState(pid: Int(getpid()), services: services.map(\.state))
        guard state != writtenState else { return }
        do {
            try state.write(runDirectory: settings.runDirectory)
            writtenState = state
        } catch {
            log.warning("state not written", ["state.error": .error(error)])
        }
    }
}
