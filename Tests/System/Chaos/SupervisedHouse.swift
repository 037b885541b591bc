import Foundation
import Hosting
import TestSupport

/// A house that `gateway up` keeps running: who kills a service need not start it again, unless the supervisor was
/// killed as well.
struct SupervisedHouse {
    let house: RunningHouse

    /// Starts the supervisor, which starts the services.
    static func start(in house: RunningHouse) throws { try house.launch("gateway", arguments: ["up"]) }

    /// Kills a service.
    func kill(_ service: String) {
        for process in house.processes(of: service) { Glibc.kill(process, SIGKILL) }
    }

    /// Kills the supervisor, and starts another when its services have ended: they follow it.
    func killSupervisor() async throws {
        try await house.kill("gateway")
        try await eventually("the services end with their supervisor") {
            ChaosHouse.services.allSatisfy { house.processes(of: $0).isEmpty }
        }
        try Self.start(in: house)
    }
}
