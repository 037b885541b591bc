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
        for process in processes(of: service) { Glibc.kill(process, SIGKILL) }
    }

    /// Kills the supervisor, and starts another when its services have ended: they follow it.
    func killSupervisor() async throws {
        try await house.kill("gateway")
        try await eventually("the services end with their supervisor") {
            ChaosHouse.services.allSatisfy { processes(of: $0).isEmpty }
        }
        try Self.start(in: house)
    }

    /// Returns the processes of a service of this house.
    private func processes(of service: String) -> [Int32] {
        let wanted = Data("KOPILKA_RUN=\(house.runDirectory)\0".utf8)
        let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return all.compactMap { Int32($0) }.filter { process in
            guard let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/exe"),
                program.hasSuffix("/\(service)")
            else { return false }
            return FileManager.default.contents(atPath: "/proc/\(process)/environ")?.range(of: wanted) != nil
        }
    }
}
