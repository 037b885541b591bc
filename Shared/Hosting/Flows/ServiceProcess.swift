import Glibc

/// How a process ends; numbers of sysexits(3).
public enum ExitCode: Int32, Sendable {
    /// Stopped in good order.
    case stopped = 0
    /// EX_USAGE: settings are wrong; nothing was started.
    case wrongSettings = 64
    /// EX_SOFTWARE: a flow failed, or did not let the process stop.
    case flowFailed = 70
    /// EX_TEMPFAIL: another copy is running.
    case alreadyRunning = 75
}

/// The life of a service's process, from reading settings to the exit code.
///
/// ```swift
/// await ServiceProcess(name: "ledger", version: Version.current).run { (settings: LedgerSettings, log) in
///     try await LedgerAssembly(settings: settings, log: log).flows()
/// }
/// ```
public struct ServiceProcess: Sendable {
    private let name: String
    private let version: String

    /// - Parameters:
    ///   - name: Of the service and its endpoint.
    ///   - version: Semantic version, printed by `--version`.
    public init(name: String, version: String) {
        self.name = name
        self.version = version
    }

    /// Runs the flows that `makeFlows` gives until SIGTERM, SIGINT or SIGHUP; call it first thing in `main`.
    ///
    /// Tells the service manager `READY=1` when all have started and `STOPPING=1` when they drain. A second SIGTERM or
    /// SIGINT ends the process at once.
    /// - Returns: Never; ends the process with an ``ExitCode``, or 130 and 143 by a second signal.
    public func run<Settings: ServiceSettings>(
        in environment: Environment = .current(),
        _ makeFlows: @Sendable (Settings, Log) async throws -> [any Flow]
    ) async -> Never {
        PrivateMemory.keep()
        Continuations.watch()
        UnixSignals.block()
        UnixSignals.ignoreBrokenPipes()
        UnixSignals.ignoreFileSizeLimit()
        // Before any thread: this changes the environment.
        _ = InheritedSockets.ofProcess
        let settings: Settings = readSettings(environment)
        let common = settings.common
        let descriptors = DescriptorLimit.raise()
        let log = Log(service: name, level: common.logLevel, clock: common.clock)
        log.notice(
            "service starts",
            [
                "process.id": .integer(Int(getpid())), "service.version": .string(version),
                "limit.descriptors": .integer(descriptors),
            ])
        let code = await live(settings, ServiceManager(environment), log, makeFlows)
        log.notice("service ends", ["exit.code": .integer(Int(code.rawValue))])
        // Not exit(3): destructors of C libraries must not run under threads that still work.
        _exit(code.rawValue)
    }

    private func live<Settings: ServiceSettings>(
        _ settings: Settings, _ manager: ServiceManager, _ log: Log,
        _ makeFlows: @Sendable (Settings, Log) async throws -> [any Flow]
    ) async -> ExitCode {
        let drainLimit = settings.common.drainLimit
        do {
            let signals = try UnixSignals.stream(of: [.terminate, .interrupt, .hangup])
            let group = FlowGroup(try await makeFlows(settings, log), drainLimit: drainLimit, log: log)
            try await group.run(
                stoppedBy: signals,
                onReady: {
                    log.notice("service ready")
                    manager.ready()
                },
                onStopping: {
                    log.notice("service drains")
                    manager.stopping()
                    Self.endAfter(drainLimit + .seconds(1), log)
                })
            return .stopped
        } catch let error as HostingError where error.code == .alreadyRunning {
            log.error("already running", ["service.error": .error(error)])
            return .alreadyRunning
        } catch let error as HostingError where error.code == .pathTooLong || error.code == .notPrivate {
            log.error("wrong settings", ["service.error": .error(error)])
            return .wrongSettings
        } catch {
            log.critical("service failed", ["service.error": .error(error)])
            return .flowFailed
        }
    }

    /// The bound that holds even when every thread of Swift's pool is stuck.
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
