import Cairo
import Domain
import GatewayCare
import GatewayCommandLine
import GatewaySession
import GatewayWeb
import GatewayWords
import Glibc
import Hosting
import MicroHTTPD
import Reasons

/// Builds and runs the page. It is the only file that names the server, the front, the face and the client of the
/// services together.
struct WebHost {
    /// The time in which requests on their way are answered when the page stops.
    private static let drainLimit = Duration.seconds(3)
    /// The time after which the process ends, whatever still works.
    private static let longestStop = Duration.seconds(8)
    /// The descriptors that are no connections: links to services, files, libraries.
    private static let otherDescriptors = 256
    /// The most connections.
    private static let mostConnections = 12_000
    /// The time limit of a request to a service.
    private static let serviceLimit = Duration.seconds(10)

    private let scene: CommandScene

    /// Creates the host.
    ///
    /// - Parameter scene: The streams and directories of this run of the gateway.
    init(_ scene: CommandScene) { self.scene = scene }

    /// Serves until SIGTERM or SIGINT.
    ///
    /// - Throws: ``UsageError``, ``HostingError``; nothing was served then.
    func run() async throws -> GatewayExitCode {
        let settings = try WebSettings.read(scene.arguments, scene.house.variables)
        try WebLinks.check(settings, isInherited: !InheritedSockets.ofProcess.names.isEmpty)
        let directory = try directory()
        let lock = try Self.lock(in: directory)
        let descriptors = DescriptorLimit.raise()
        let files = WebCertificateFiles(settings)
        let certificate = try files?.read()
        let listening = try WebListening.open(settings)
        let (site, link) = try WebLinks.site(
            of: settings, address: listening.address, port: listening.port, isEncrypted: certificate != nil)
        let log = Log(
            service: House.webName, level: settings.logLevel, clock: scene.house.clock,
            sink: JournalLogSink.ofProcess(scene.house.variables))
        let sessions = try BrowserSessions(
            file: SealedSessionFile(directory: directory), clock: scene.house.clock,
            report: { log.error("sessions not written", ["web.error": .error($0)]) })
        let caller = LinkedServiceCaller(runDirectory: scene.house.runDirectory.description)
        let watch = EventWatch(House.services, caller: caller)
        let face = await makeFace(sessions, caller, watch)
        let front = WebFront(
            site: site, sessions: sessions, router: Router(face.routes), assets: try Self.assets(),
            styleSheet: WebAssets.styleSheet)
        let limits = Self.limits(
            descriptors, isShared: site.isBehindProxy || (listening.address?.isThisMachine ?? true))
        let socket = listening.socket
        UnixSignals.ignoreBrokenPipes()
        let server: WebServer
        do throws(WebServerError) {
            server = try WebServer(
                listening: listening.takeDescriptor(), certificate: certificate, limits: limits, handler: front)
        } catch {
            if error.code == .badCertificate, let files { throw files.unusable(error) }
            throw HostingError.system(error.message, errno: EIO)
        }
        let watching = Task { [path = scene.house.runDirectory.description] in
            do {
                try await watch.run(runDirectory: path)
            } catch {
                log.error("events of services are not heard", ["web.error": .error(error)])
            }
        }
        defer { watching.cancel() }
        try await serve(server, face, files, link, log)
        // Here, because what is written soon would end with the process.
        try sessions.save()
        withExtendedLifetime((lock, socket)) {}
        return .done
    }

    private func serve(
        _ server: WebServer, _ face: WebFace, _ files: WebCertificateFiles?, _ link: String, _ log: Log
    ) async throws {
        let signals = try UnixSignals.stream(of: [.terminate, .interrupt, .hangup])
        let manager = ServiceManager(Environment(variables: scene.house.variables))
        let tidying = Task {
            while true {
                try await Task.sleep(for: .seconds(60))
                await face.tidy()
            }
        }
        log.notice("page ready", ["process.id": .integer(Int(getpid())), "web.link": .string(link)])
        WebProgram.tell(link: link, scene)
        manager.status(link)
        manager.ready()
        for await signal in signals {
            guard signal == .hangup else { break }
            await Self.renew(server, files, log)
        }
        log.notice("page drains")
        manager.stopping()
        Self.endLate(log)
        tidying.cancel()
        await server.stop(within: Self.drainLimit)
        await face.close()
        log.notice("page ends")
    }

    /// Reads the certificate again. One that cannot be used changes nothing.
    private static func renew(_ server: WebServer, _ files: WebCertificateFiles?, _ log: Log) async {
        guard let files else { return log.notice("no certificate to read again") }
        do {
            try await server.replace(try files.read())
            log.notice("certificate replaced")
        } catch let error as UsageError {
            log.error(
                "certificate not replaced, the old one stays",
                ["web.error": .string(error.message.spoken(in: .english))])
        } catch {
            log.error("certificate not replaced, the old one stays", ["web.error": .error(error)])
        }
    }

    /// Ends the process when the end in good order takes too long.
    private static func endLate(_ log: Log) {
        BackgroundThread.start(named: "stop-limit") {
            let deadline = ContinuousClock.now + longestStop
            while ContinuousClock.now < deadline { usleep(10_000) }
            log.critical("page did not stop in time")
            _exit(GatewayExitCode.failed.rawValue)
        }
    }

    // MARK: Parts

    /// Returns the style sheet, the module, the manifest and the icons.
    private static func assets() throws(UsageError) -> [StaticAsset] {
        do throws(CairoError) {
            return try WebAssets.all()
        } catch {
            throw UsageError(
                Text("The icons cannot be drawn: \(error).", "Значки не нарисовать: \(error)."),
                hint: Text("install the package libcairo2", "установите пакет libcairo2"))
        }
    }

    /// Returns the directory of the sessions, which belong to the house.
    private func directory() throws -> AbsolutePath {
        guard let data = scene.house.dataDirectory, let directory = AbsolutePath("\(data)/web") else {
            throw UsageError(
                Text("There is no HOME to keep sessions in.", "Нет HOME, где лежали бы сеансы."),
                hint: Text("say where with --data DIR", "укажите место: --data DIR"), field: "data")
        }
        try PrivateDirectory.prepare(directory)
        return directory
    }

    /// Takes the lock of the sessions: two pages would overwrite each other's.
    private static func lock(in directory: AbsolutePath) throws(HostingError) -> WebLock {
        let path = "\(directory)/web.lock"
        if let lock = try FileLock.tryAcquire(path) { return WebLock(lock) }
        guard let holder = FileLock.holder(of: path) else {
            throw HostingError(.alreadyRunning, .serviceRunning, ["service": "gateway web"])
        }
        throw HostingError(.alreadyRunning, .serviceRunningAs, ["service": "gateway web", "pid": .number(holder)])
    }

    /// All browsers share the links to the services. None has the operator's key.
    private func makeFace(
        _ sessions: BrowserSessions, _ caller: LinkedServiceCaller, _ watch: EventWatch
    ) async -> WebFace {
        let (clock, reporter) = (scene.house.clock, RunReporter(runDirectory: scene.house.runDirectory))
        return await WebFace(sessions: sessions, hub: EventHub(), clock: clock, watch: watch) { place in
            ServiceClient(
                caller: caller,
                sessions: SessionKeeper(
                    place: place, clock: clock, caller: caller, profile: nil, systemZone: { place.zone }),
                operatorProof: OperatorProof(dataDirectory: nil, clock: clock), limit: Self.serviceLimit,
                idempotencyKey: Identifier.random(length: 26), reporter: reporter)
        }
    }

    /// Returns the bounds of the server.
    ///
    /// - Parameter isShared: True when all clients have one address: behind a proxy, and on this machine. A bound for
    ///   each address would then let one client lock out all others.
    static func limits(_ descriptors: Int, isShared: Bool) -> WebServerLimits {
        var limits = WebServerLimits()
        limits.connections = max(64, min(mostConnections, descriptors - otherDescriptors))
        if isShared { limits.connectionsPerPeer = 0 }
        return limits
    }
}

/// A lock that is held as long as this object lives.
private final class WebLock: Sendable {
    private let lock: FileLock
    init(_ lock: consuming FileLock) { self.lock = lock }
}
