import Glibc
import Reasons

/// The exit code of a process; numbers of sysexits(3).
public enum ExitCode: Int32, Sendable {
    /// Stopped cleanly.
    case stopped = 0
    /// EX_USAGE: the settings are wrong; nothing was started.
    case wrongSettings = 64
    /// EX_UNAVAILABLE: another machine leads, or may; a new process follows it.
    case yielded = 69
    /// EX_SOFTWARE: a member failed or kept the process from stopping.
    case flowFailed = 70
    /// EX_TEMPFAIL: another copy is running.
    case alreadyRunning = 75
}

/// The life cycle of a service's process, from reading settings to the exit code.
///
/// ```swift
/// ServiceProcess(name: "ledger", version: Version.current).run { (settings: LedgerSettings, log) in
///     try await LedgerAssembly(settings: settings, log: log).members()
/// }
/// ```
public struct ServiceProcess: Sendable {
    private let name: String
    private let version: String
    private let neighbours: [String]
    private let services: [String]
    private let ports: @Sendable (DataLayout) -> [Int]

    /// Creates the process of a service.
    ///
    /// - Parameters:
    ///   - name: The name of the service and of its endpoint.
    ///   - version: The semantic version, printed by `--version`.
    ///   - neighbours: The services whose public keys it reads.
    ///   - services: The services that the process runs; the one of its name when nil.
    ///   - ports: Returns the TCP ports on which it listens.
    public init(
        name: String, version: String, neighbours: [String] = [], services: [String]? = nil,
        ports: @escaping @Sendable (DataLayout) -> [Int] = { _ in [] }
    ) {
        self.name = name
        self.version = version
        self.neighbours = neighbours
        self.services = services ?? [name]
        self.ports = ports
    }

    /// Runs the members that `makeMembers` returns, until SIGTERM, SIGINT or SIGHUP. Call it first in a `main` that is
    /// not `async`: the process confines itself before there is another thread, so that the rules hold for all threads.
    ///
    /// It sends the service manager `READY=1` when all members have started and `STOPPING=1` when they drain. A second
    /// SIGTERM or SIGINT ends the process at once.
    /// - Returns: Never. The process ends with an ``ExitCode``, or with 130 or 143 on a second signal.
    public func run<Settings: ServiceSettings>(
        in environment: Environment = .current(),
        _ makeMembers: @escaping @Sendable (Settings, Log) async throws -> [any ProcessMember]
    ) -> Never {
        PrivateMemory.keep()
        Continuations.watch()
        UnixSignals.block()
        UnixSignals.ignoreBrokenPipes()
        UnixSignals.ignoreFileSizeLimit()
        // Before any thread starts: this changes the environment.
        _ = InheritedSockets.ofProcess
        let settings: Settings = readSettings(environment)
        let common = settings.common
        let descriptors = DescriptorLimit.raise()
        let log = Log(
            service: name, level: common.logLevel, clock: common.clock,
            sink: JournalLogSink.ofProcess(environment.variables))
        log.notice(
            "service starts",
            [
                "process.id": .integer(Int(getpid())), "service.version": .string(version),
                "limit.descriptors": .integer(descriptors),
            ])
        do throws(HostingError) {
            try settle(settings, environment, log)
        } catch {
            end(Self.code(of: error, log), log)
        }
        // The main thread would hand on a priority that only root has, and libdispatch would complain.
        Task(priority: .medium) {
            end(await live(settings, ServiceManager(environment), log, makeMembers), log)
        }
        while true { pause() }
    }

    private func end(_ code: ExitCode, _ log: Log) -> Never {
        log.notice("service ends", ["exit.code": .integer(Int(code.rawValue))])
        // Not exit(3): destructors of C libraries must not run while other threads still work.
        _exit(code.rawValue)
    }

    /// Creates the directories, moves data of the previous layout into them, and confines the process.
    private func settle<Settings: ServiceSettings>(
        _ settings: Settings, _ environment: Environment, _ log: Log
    ) throws(HostingError) {
        let common = settings.common
        let neighbours = neighbours + common.extraServices.map(\.name).filter { !services.contains($0) }
        for service in services {
            try common.layout.prepare(for: service, neighbours: neighbours)
            // An extra service is younger than the present layout, and may not look for a former one.
            guard !common.extraServices.contains(where: { $0.name == service }) else { continue }
            try FlatData(layout: common.layout, service: service).moveIn()
        }
        guard common.confinement != .off else {
            return log.warning("not confined", ["reason": "KOPILKA_CONFINE is off"])
        }
        let isBornWithSockets = Set(services).isSubset(of: InheritedSockets.ofProcess.names)
        let confinement = Confinement(
            of: services, reach: settings.reach.listening(on: ports(common.layout)), layout: common.layout,
            runDirectory: isBornWithSockets ? nil : common.runDirectory, environment: environment,
            neighbours: neighbours)
        switch confinement.enforce() {
        case .confined(let version): log.notice("confined", ["landlock.version": .integer(version)])
        case .open(let reason):
            guard common.confinement == .auto else {
                throw HostingError(
                    .notConfined, .notConfined, ["service": .text(name), "cause": .text(reason)])
            }
            log.warning("not confined", ["reason": .string(reason)])
        }
    }

    private func live<Settings: ServiceSettings>(
        _ settings: Settings, _ manager: ServiceManager, _ log: Log,
        _ makeMembers: @Sendable (Settings, Log) async throws -> [any ProcessMember]
    ) async -> ExitCode {
        let drainLimit = settings.common.drainLimit
        do {
            let signals = try UnixSignals.stream(of: [.terminate, .interrupt, .hangup])
            let group = MemberGroup(try await makeMembers(settings, log), drainLimit: drainLimit, log: log)
            try await group.run(
                stoppedBy: signals,
                onReady: {
                    log.notice("service ready")
                    manager.ready()
                    if let limit = manager.watchdogLimit { Self.tell(manager, every: limit / 3, that: group) }
                },
                onStopping: {
                    log.notice("service drains")
                    manager.stopping()
                    Self.endAfter(drainLimit + .seconds(1), log)
                })
            return .stopped
        } catch {
            return Self.code(of: error, log)
        }
    }

    /// Tells the service manager now and then that the members work. One that is stuck keeps the next report from being
    /// made, and the manager ends the process.
    private static func tell(_ manager: ServiceManager, every interval: Duration, that group: MemberGroup) {
        Task {
            while true {
                await group.probe()
                manager.works()
                try await Task.sleep(for: interval)
            }
        }
    }

    private static func code(of error: any Error, _ log: Log) -> ExitCode {
        switch (error as? HostingError)?.code {
        case .alreadyRunning?:
            log.error("already running", ["service.error": .error(error)])
            return .alreadyRunning
        case .yielded?:
            log.notice("steps down")
            return .yielded
        case .pathTooLong?, .notPrivate?, .notConfined?, .conflict?:
            log.error("wrong settings", ["service.error": .error(error)])
            return .wrongSettings
        default:
            log.critical("service failed", ["service.error": .error(error)])
            return .flowFailed
        }
    }

    /// Enforces the drain limit even when every thread of Swift's pool is stuck.
    private static func endAfter(_ limit: Duration, _ log: Log) {
        BackgroundThread.start(named: "drain-limit") {
            let deadline = ContinuousClock.now + limit
            while ContinuousClock.now < deadline { usleep(10_000) }
            log.critical("service did not stop in time")
            _exit(ExitCode.flowFailed.rawValue)
        }
    }

    private func readSettings<Settings: ServiceSettings>(_ environment: Environment) -> Settings {
        let reader = SettingsReader(environment: environment, service: name)
        let settings = Settings(reading: reader)
        if reader.wantsHelp {
            writeAll(Array(reader.help.utf8), to: STDOUT_FILENO)
            _exit(ExitCode.stopped.rawValue)
        }
        if reader.wantsVersion {
            writeAll(Array("\(name) \(version)\n".utf8), to: STDOUT_FILENO)
            _exit(ExitCode.stopped.rawValue)
        }
        if reader.wantsExplanation {
            writeAll(Array((reader.explanation + "\n").utf8), to: STDOUT_FILENO)
            _exit(ExitCode.stopped.rawValue)
        }
        do throws(SettingsError) {
            try reader.finish()
        } catch {
            let lines = error.faults.map { "\(name): \($0)\n" }.joined()
            writeAll(Array(lines.utf8), to: STDERR_FILENO)
            _exit(ExitCode.wrongSettings.rawValue)
        }
        return settings
    }
}
