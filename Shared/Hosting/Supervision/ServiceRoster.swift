import Domain
import Glibc

/// The services of a supervisor and their pending actions. It starts services in order, restarts them after a crash or
/// one by one, and stops them in reverse order. It lives on the supervisor's thread and never blocks.
final class ServiceRoster {
    private(set) var services: [SupervisedService] = []
    private(set) var isStopping = false
    private let settings: SupervisorSettings
    private let notificationPath: String
    private let clock: WallClock
    private let log: Log
    /// The index of the next service in the initial start.
    private var startCursor = 0
    /// The services still to be restarted, and whether the first of them was asked to stop.
    private var rolling: [SupervisedService] = []
    private var isRollingHeadStopped = false

    init(settings: SupervisorSettings, notificationPath: String, clock: WallClock, log: Log) {
        self.settings = settings
        self.notificationPath = notificationPath
        self.clock = clock
        self.log = log
    }

    var isReady: Bool { services.allSatisfy(\.isReady) }
    var hasEnded: Bool { isStopping && services.allSatisfy(\.isStopped) }

    /// Appends a service.
    func add(_ service: SupervisedService) { services.append(service) }

    /// Returns the service of a process.
    func service(of pid: pid_t) -> SupervisedService? { services.first { $0.child?.pid == pid } }

    // MARK: Commands

    /// Drains. The second call kills.
    func stop() {
        if isStopping { for service in services { service.child?.kill() } }
        isStopping = true
        rolling = []
    }

    /// Restarts all services, one by one, once the initial start is over.
    func restartAll() {
        if !isStopping, startCursor == services.count, rolling.isEmpty { rolling = services }
    }

    // MARK: Due actions

    /// Performs the due actions.
    func advance(_ now: ContinuousClock.Instant) {
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
            case .running: if let due = service.stuckAt, due <= now { end(stuck: service, now) }
            default: break
            }
        }
        if isStopping {
            stopLast(now)
        } else {
            startNext()
            rollOn(now)
        }
    }

    /// The instant of the next due action.
    var nextDue: ContinuousClock.Instant? {
        services.compactMap { service in
            switch service.phase {
            case .starting(let due), .stopping(let due): due
            case .waiting(let due): isStopping ? nil : due
            case .running: service.stuckAt
            case .stopped: nil
            }
        }.min()
    }

    /// Ends a service that no longer says that it works; its end is a crash. It first gets some more time: the machine
    /// may have slept, or this process may have been stopped, and then nobody could say anything.
    private func end(stuck service: SupervisedService, _ now: ContinuousClock.Instant) {
        guard service.isOverdue else { return service.becomesOverdue(until: now + settings.watchdogLimit / 3) }
        log.error("service is stuck", ["service.name": .string(service.description.name)])
        service.becomesOverdue(until: now + settings.watchdogLimit)
        service.child?.kill()
    }

    private func startNext() {
        while startCursor < services.count, startCursor == 0 || !services[startCursor - 1].isStarting {
            start(services[startCursor])
            startCursor += 1
        }
    }

    private func stopLast(_ now: ContinuousClock.Instant) {
        while let last = services.last(where: { !$0.isStopped }) {
            if case .stopping = last.phase { return }
            stop(last, now)
        }
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

    private func stop(_ service: SupervisedService, _ now: ContinuousClock.Instant) {
        guard let child = service.child else {
            service.phase = .stopped
            return
        }
        child.terminate()
        service.phase = .stopping(killAt: now + settings.drainLimit)
    }

    private func start(_ service: SupervisedService) {
        do throws(HostingError) {
            let child = try service.spawn(
                settings.environment, notificationPath: notificationPath, watchdogLimit: settings.watchdogLimit)
            service.started(child, lateAt: .now + settings.readinessPatience, clock: clock)
            log.info(
                "service started",
                ["service.name": .string(service.description.name), "process.id": .integer(Int(child.pid))])
        } catch {
            crashed(service, "not started: \(error)")
        }
    }

    // MARK: Reports and endings

    /// Handles a report. The kernel vouches for the sender; reports of processes that are not our children are ignored.
    func take(_ lines: [Substring], from sender: pid_t) {
        guard let service = service(of: sender) else { return }
        for line in lines {
            if line == "READY=1" {
                switch service.phase {
                case .starting, .running: service.phase = .running(isSure: true)
                case .stopped, .stopping, .waiting: break
                }
            } else if line == "WATCHDOG=1" {
                service.works(until: .now + settings.watchdogLimit)
            } else if line.hasPrefix("STATUS=") {
                service.status = String(line.dropFirst("STATUS=".count).prefix(200))
            }
        }
    }

    /// Handles the endings of services, requested or not.
    func takeEndings() {
        for service in services {
            guard let ending = service.child?.poll() else { continue }
            let exit = ending.description
            if case .stopping = service.phase {
                service.stopped(exit)
                log.info(
                    "service stopped",
                    ["service.name": .string(service.description.name), "service.exit": .string(exit)])
            } else if case .exited(ExitCode.yielded.rawValue) = ending {
                service.yielded(exit, clock: clock)
                log.notice("service stepped down", ["service.name": .string(service.description.name)])
            } else {
                crashed(service, exit)
            }
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
}
