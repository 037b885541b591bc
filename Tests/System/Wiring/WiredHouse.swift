import Coordination
import Domain
import Hosting
import Identity
import ServiceRuntime
import Signals
import StrictJSON
import Synchronization
import TestSupport
import Transport
import WholeHouse

/// The wiring of the services.
enum Wiring: CaseIterable {
    /// All services in one tree in this process, as ledger's executable runs them.
    case oneProcess
    /// Separate processes, behind links.
    case processes
}

/// The eight services, created by their own assemblies, at the branches of one tree. A sender of signals cannot tell
/// how they are wired.
final class WiredHouse: Sendable {
    /// The coordinator that signals are sent from.
    let entrance = RelayCoordinator()
    /// The directories and keys, and the processes if there are any.
    let house = RunningHouse(environment: Bank.cheapHashes)
    private let root: RelayCoordinator
    private let loop = SocketLoop()
    private let links: [ServiceLink]
    /// Stops the members of the services in this process.
    private let stop: @Sendable () async -> Void

    init(_ wiring: Wiring) async throws {
        let names = HouseService.allCases.map(\.rawValue)
        links = names.map { [house, loop] in ServiceLink(service: $0, runDirectory: house.runDirectory, loop: loop) }
        switch wiring {
        case .processes:
            for service in names { try house.launch(service) }
            for service in names {
                try await eventually("\(service) is ready") { [house] in try await house.isReady(service) }
            }
            let root = RelayCoordinator()
            for link in links { root.startFlow(LinkCoordinator(link)) }
            (self.root, stop) = (root, {})
        case .oneProcess:
            let environment = Environment(variables: house.environment)
            let reader = SettingsReader(environment: environment, service: HouseAssembly.name)
            let settings = HouseSettings(reading: reader)
            try reader.finish()
            for service in names { try settings.common.layout.prepare(for: service, neighbours: names) }
            let assembly = HouseAssembly(settings: settings)
            (root, stop) = (assembly.house.root, try await Self.run(try await assembly.assemble(), settings.common))
        }
        root.startFlow(entrance)
    }

    /// Runs members until the returned closure is called.
    private static func run(
        _ members: [any ProcessMember], _ settings: CommonSettings
    ) async throws -> @Sendable () async -> Void {
        let (signals, stop) = AsyncStream.makeStream(of: UnixSignal.self)
        let isReady = Mutex(false)
        let log = Log(service: HouseAssembly.name, level: .critical, clock: settings.clock)
        let group = MemberGroup(members, drainLimit: settings.drainLimit, log: log)
        let work = Task { try await group.run(stoppedBy: signals, onReady: { isReady.withLock { $0 = true } }) }
        try await eventually("all services serve") { isReady.withLock { $0 } }
        return {
            stop.finish()
            _ = await work.result
        }
    }

    /// Returns the link to the socket of a service, as its clients have it.
    func link(to service: HouseService) -> ServiceLink? { links.first { $0.service == service.rawValue } }

    /// Returns the context of a person's signals.
    func context(of session: AuthSignal.Session, key: String? = nil) -> SignalContext {
        SignalContext(idempotencyKey: key, session: session.token)
    }

    /// Returns the context of a service that acts on its own.
    func context(of service: HouseService, asking receiver: HouseService) throws -> SignalContext {
        SignalContext(session: try house.token(of: service, for: receiver))
    }

    func close() async {
        entrance.finishFlow()
        await stop()
        for link in links { await link.close() }
        await loop.stop()
    }
}
