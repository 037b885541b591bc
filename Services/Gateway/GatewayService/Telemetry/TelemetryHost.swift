import Coordination
import Curl
import GatewayCare
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Hosting
import Reasons

/// Runs the exporter until SIGTERM or SIGINT. It is the only file of the gateway that sends something by HTTP.
struct TelemetryHost {
    /// The time for each of the last requests when it stops.
    private static let flushLimit = Duration.seconds(2)
    /// The longest answer of a collector that is read.
    private static let mostBytes = 65_536

    private let scene: CommandScene

    init(_ scene: CommandScene) { self.scene = scene }

    /// - Throws: ``UsageError``, ``HostingError``; nothing was sent then.
    func run() async throws -> GatewayExitCode {
        let settings = try TelemetrySettings.read(scene.house.variables)
        guard let endpoint = settings.endpoint else {
            throw UsageError(
                Text(
                    "There is no collector to send to: KOPILKA_OTLP_ENDPOINT is not set.",
                    "Отправлять некому: KOPILKA_OTLP_ENDPOINT не указан."),
                hint: Text(
                    "for example KOPILKA_OTLP_ENDPOINT=http://127.0.0.1:4318",
                    "например KOPILKA_OTLP_ENDPOINT=http://127.0.0.1:4318"), field: "otlp-endpoint")
        }
        let headers = try settings.headersFile.map(CollectorHeaders.read) ?? []
        try PrivateDirectory.prepare(scene.house.runDirectory)
        let lock = try lock()
        let log = Log(
            service: House.telemetryName, clock: scene.house.clock,
            sink: JournalLogSink.ofProcess(scene.house.variables))
        UnixSignals.ignoreBrokenPipes()
        let client = HTTPClient()
        let telemetry = try Telemetry(
            of: scene.house, scene.client, settings, version: Version.current, log: log
        ) { path, body, limit in
            await Self.post(body, to: endpoint.url + path, headers, limit, client)
        }
        let signals = try UnixSignals.stream(of: [.terminate, .interrupt])
        let manager = ServiceManager(Environment(variables: scene.house.variables))
        log.notice("telemetry ready", ["telemetry.endpoint": .string(endpoint.url)])
        manager.ready()
        let working = Task {
            await telemetry.run(flushingWithin: Self.flushLimit) { manager.status($0) }
        }
        for await _ in signals { break }
        manager.stopping()
        working.cancel()
        await working.value
        log.notice("telemetry ends")
        withExtendedLifetime(lock) {}
        return .done
    }

    private static func post(
        _ body: [UInt8], to url: String, _ headers: [HTTPHeader], _ limit: Duration, _ client: HTTPClient
    ) async -> CollectorAnswer {
        let request = HTTPRequest(
            .post, url, headers: [HTTPHeader("Content-Type", "application/json")] + headers, body: body,
            timeout: limit, maximumResponseBytes: mostBytes)
        do {
            let response = try await client.send(request)
            return .answered(
                status: response.status, retryAfter: response.header("Retry-After"), body: response.body)
        } catch {
            return .failed(error.description)
        }
    }

    /// Takes the lock of the house: two exporters would send everything twice.
    private func lock() throws(HostingError) -> TelemetryLock {
        let path = "\(scene.house.runDirectory)/telemetry.lock"
        if let lock = try FileLock.tryAcquire(path) { return TelemetryLock(lock) }
        guard let holder = FileLock.holder(of: path) else {
            throw HostingError(.alreadyRunning, .serviceRunning, ["service": "gateway telemetry"])
        }
        throw HostingError(
            .alreadyRunning, .serviceRunningAs, ["service": "gateway telemetry", "pid": .number(holder)])
    }
}

/// A lock that is held as long as this object lives.
private final class TelemetryLock: Sendable {
    private let lock: FileLock
    init(_ lock: consuming FileLock) { self.lock = lock }
}
