import CSimulatedMachine
import Coordination
import Foundation
import Hosting
import Identity
import Synchronization
import TestSupport
import Transport

/// The eight services of a house, each a process of the world, and somebody who starts again what died.
final class SimulatedHouse: Sendable {
    let services: [SimulatedService]
    let links: HouseLinks
    let log = RecentLog()
    private let directory = TemporaryDirectory()
    /// While the power is away no service is started again.
    private let isDark = Mutex(false)
    private let lossAtChange = Mutex(kopilka_loss_random)

    /// Creates the house.
    ///
    /// Its path is the same in every run, because services write and compare it, and the directory is another one in
    /// each.
    ///
    /// - Parameter settings: Variables of all services.
    init(settings: [String: String]) throws {
        guard FileManager.default.changeCurrentDirectoryPath(directory.path) else {
            throw SimulationError("\(directory.path) cannot be entered.")
        }
        let path = "/proc/self/cwd"
        let own = [
            "KOPILKA_RUN": "\(path)/run", "KOPILKA_DATA": "\(path)/data", "HOME": path, "KOPILKA_LOG": "notice",
            // As many on each machine, however many processors that has.
            "TZ": "UTC", "KOPILKA_SCAN_THREADS": "2",
        ]
        let environment = Environment(
            variables: [own, Bank.cheapHashes, Bank.manyPeople, Bank.noExchange, settings].reduce(into: [:]) {
                $0.merge($1) { $1 }
            })
        services = HouseService.allCases.map { [log] in SimulatedService($0, environment: environment, sink: log) }
        links = HouseLinks(runDirectory: "\(path)/run")
        World.onDeath { [self] process in
            guard let service = services.first(where: { $0.process == process }) else { return }
            service.died()
            Task { try await bringBack(service) }
        }
        World.onPowerLoss { [self] in
            crash(lossAtChange.withLock { $0 })
            Task { try await sitInTheDark() }
        }
    }

    /// Starts a service again, after a pause that grows while it does not begin to serve: as supervisors do.
    private func bringBack(_ service: SimulatedService) async throws {
        try await Task.sleep(for: .milliseconds(100 << min(8, service.vainStarts)))
        while isDark.withLock({ $0 }) { try await Task.sleep(for: .seconds(1)) }
        if service.process == nil { service.start() }
    }

    /// Removes what it left on the real disk.
    func remove() { try? FileManager.default.removeItem(atPath: directory.path) }

    subscript(_ service: HouseService) -> SimulatedService {
        guard let found = services.first(where: { $0.service == service }) else {
            preconditionFailure("\(service.rawValue) is not in the house.")
        }
        return found
    }

    func start() { for service in services { service.start() } }

    /// Takes the power away now.
    func losePower(_ loss: kopilka_disk_loss) async throws {
        for service in services { if let process = service.process { kopilka_process_kill(process) } }
        crash(loss)
        try await sitInTheDark()
    }

    /// Takes the power away at a later change of the disk, which may be in the middle of a commit.
    func losePower(_ loss: kopilka_disk_loss, atChange count: UInt64) {
        lossAtChange.withLock { $0 = loss }
        kopilka_world_lose_power_at_change(count)
    }

    private func crash(_ loss: kopilka_disk_loss) {
        isDark.withLock { $0 = true }
        kopilka_disk_crash(loss)
    }

    private func sitInTheDark() async throws {
        try await Task.sleep(for: .seconds(10))
        isDark.withLock { $0 = false }
    }

    /// Returns once every service serves.
    ///
    /// - Throws: ``SimulationError`` when that takes ten minutes.
    func settle() async throws {
        for _ in 0..<600 {
            if services.allSatisfy(\.isReady) { return }
            try await Task.sleep(for: .seconds(1))
        }
        let silent = services.filter { !$0.isReady }.map { "\($0.service.rawValue) (\($0.failures.last ?? "silent"))" }
        throw SimulationError("After ten minutes these do not serve: \(silent.joined(separator: ", ")).")
    }
}

/// The links of people to all services, on a thread of the world itself.
struct HouseLinks: Sendable {
    private let links: [HouseService: ServiceLink]
    private let loop = SocketLoop()

    init(runDirectory: String) {
        let pairs = HouseService.allCases.map { [loop] in
            ($0, ServiceLink(service: $0.rawValue, runDirectory: runDirectory, loop: loop))
        }
        links = Dictionary(uniqueKeysWithValues: pairs)
    }

    /// Sends a signal to the service that its method names.
    ///
    /// - Throws: `Fault`.
    func send<S: Signal>(_ signal: S, _ context: SignalContext, within limit: Duration) async throws -> S.Answer {
        guard let service = HouseService(rawValue: S.method.service), let link = links[service] else {
            throw Fault.methodNotFound(S.method)
        }
        return try await link.send(signal, context: context, within: limit)
    }
}

/// Why a simulation cannot go on.
struct SimulationError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
