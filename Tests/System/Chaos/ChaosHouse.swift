import Domain
import Foundation
import Hosting
import Identity
import TestSupport

/// A house of all services, into which faults are injected one after the other.
struct ChaosHouse {
    static let services = HouseService.allCases.map(\.rawValue)

    let house: RunningHouse
    /// Nil where none can be mounted.
    let disk: MountedDisk?

    /// Injects a fault, and returns when the service serves again.
    ///
    /// - Parameter random: Decides how long each step lasts.
    /// - Throws: Whatever keeps a service from serving again.
    func inject(_ fault: InjectedFault, into service: String, _ random: inout SeededGenerator) async throws {
        let moment = Duration.milliseconds(random.below(200))
        switch fault {
        case .killed: try await house.kill(service)
        case .stopped:
            let status = try await house.stop(service)
            guard status == .exited(0) else { throw ChaosError("\(service) was asked to stop, and \(status as Any)") }
        case .frozen:
            try await house.freeze(service)
            try await Task.sleep(for: moment)
            return house.send(SIGCONT, to: service)
        case .starved: return try await starve(&random)
        case .fullDisk:
            try disk?.fill()
            try await Task.sleep(for: moment)
            disk?.clear()
            return
        case .readOnlyDisk: return try await take("fsize", from: service, for: moment)
        case .clockStepped:
            try await house.kill(service)
            let time = WallClock.system.now() + .milliseconds(random.below(20_000) - 10_000)
            return try await house.start(service, environment: ["KOPILKA_CLOCK": time.description])
        case .socketsLost:
            for socket in [service, "\(service).events"] { unlink(house.socket(of: socket)) }
            try await Task.sleep(for: moment)
            try await house.kill(service)
        case .fewDescriptors:
            try await house.kill(service)
            try house.launch(service, after: "ulimit -n 128")
            try await eventually("\(service) is ready") { try await house.isReady(service) }
            try await crowd(at: service, 150, for: moment)
            try await house.kill(service)
        case .noMemory:
            try await take("as", from: service, for: moment)
            try await house.kill(service)
        }
        if random.chance(25) { try await Task.sleep(for: .milliseconds(random.below(40))) }
        try await house.start(service)
    }

    /// Lets the services run for short moments only, each at another time.
    private func starve(_ random: inout SeededGenerator) async throws {
        for _ in 0..<10 {
            for service in Self.services { house.send(random.chance(70) ? SIGSTOP : SIGCONT, to: service) }
            try await Task.sleep(for: .milliseconds(random.below(20)))
        }
        for service in Self.services { house.send(SIGCONT, to: service) }
    }

    /// Takes a resource away from a service for a moment. That may end it.
    private func take(_ resource: String, from service: String, for moment: Duration) async throws {
        try await house.limit(resource, to: "0", of: service)
        try await Task.sleep(for: moment)
        try await house.limit(resource, to: "unlimited", of: service)
    }

    /// Keeps as many connections of strangers open as the service cannot have.
    private func crowd(at service: String, _ count: Int, for moment: Duration) async throws {
        let streams = (0..<count).compactMap { _ in RawStream(path: house.socket(of: service)) }
        try await Task.sleep(for: moment)
        withExtendedLifetime(streams) {}
    }
}

/// Why a run of chaos cannot go on.
struct ChaosError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
