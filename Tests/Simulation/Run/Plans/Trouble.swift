import CSimulatedMachine
import Identity
import TestSupport

/// What the troubles of a plan are about.
enum Focus: String, Codable, Sendable {
    case everything
    /// Changes of the disk that fail, and crashes between them.
    case disk
    /// Bits that the disk changes.
    case damage
}

/// What goes wrong in a house.
enum Trouble: Codable, Equatable, Sendable {
    /// The process is gone, as after `kill -9`.
    case kill(service: String)
    /// The process dies at its change of the disk after so many others.
    case killAtChange(service: String, changes: Int)
    /// The service is asked to stop.
    case stop(service: String)
    /// The process gets no processor for so many seconds.
    case freeze(service: String, seconds: Double)
    /// The machine loses its power; of what was not synced a part is left, or nothing.
    case losePower(isEverythingLost: Bool)
    /// The same, at a change of the disk after so many others.
    case losePowerAtChange(isEverythingLost: Bool, changes: Int)
    /// The wall clock is set by so many seconds.
    case stepClock(seconds: Double)
    /// For so many seconds messages are slow, and one in so many breaks its connection.
    case network(seconds: Double, breaksOneIn: Int)
    /// Two services do not reach each other for so many seconds.
    case cut(service: String, other: String, seconds: Double)
    /// No file grows for so many seconds.
    case fullDisk(seconds: Double)
    /// For so many seconds one change of the disk in so many fails.
    case failingDisk(seconds: Double, oneIn: Int)
    /// For so many seconds so many bits of a service's database are not what was written.
    case damage(service: String, seconds: Double, bits: Int)

    /// Draws one.
    ///
    /// - Parameter focus: What most of them are about.
    static func random(_ random: inout SeededGenerator, focus: Focus = .everything) -> Trouble {
        let kind =
            switch focus {
            case .everything: random.below(100)
            case .disk: random.one(of: [25, 70, 75, 95, 98, 99])
            case .damage: random.one(of: [10, 25, 53, 100, 100, 100])
            }
        // In two of five the ledger, because it is where money could be lost.
        func service() -> String {
            (random.chance(40) ? HouseService.ledger : random.one(of: HouseService.allCases)).rawValue
        }
        switch kind {
        case 0..<20: return .kill(service: service())
        case 20..<50: return .killAtChange(service: service(), changes: 1 + random.below(200))
        case 50..<56: return .stop(service: service())
        case 56..<64: return .freeze(service: service(), seconds: Double(1 + random.below(60)))
        case 64..<68: return .losePower(isEverythingLost: random.chance(20))
        case 68..<80: return .losePowerAtChange(isEverythingLost: random.chance(20), changes: 1 + random.below(300))
        case 80..<84: return .stepClock(seconds: Double(random.below(1200) - 600))
        case 84..<90: return .network(seconds: Double(1 + random.below(300)), breaksOneIn: 5 + random.below(200))
        case 90..<94: return .cut(service: service(), other: service(), seconds: Double(1 + random.below(120)))
        case 94..<97: return .fullDisk(seconds: Double(1 + random.below(600)))
        case 97..<100: return .failingDisk(seconds: Double(1 + random.below(200)), oneIn: 2 + random.below(50))
        default:
            return .damage(
                service: service(), seconds: Double(1 + random.below(400)), bits: 1 + random.below(8))
        }
    }

    /// Lets it happen, and returns when it is over.
    ///
    /// - Parameter sound: What the disk is like again afterwards.
    func happen(to house: SimulatedHouse, disk sound: kopilka_disk_faults) async throws {
        func process(_ name: String) -> Int32? { HouseService(rawValue: name).flatMap { house[$0].process } }
        switch self {
        case .kill(let service):
            if let process = process(service) { kopilka_process_kill(process) }
        case .killAtChange(let service, let changes):
            if let process = process(service) { kopilka_process_kill_at_change(process, UInt64(changes)) }
        case .stop(let service): HouseService(rawValue: service).map { house[$0].stop() }
        case .freeze(let service, let seconds):
            if let process = process(service) {
                kopilka_process_freeze(process, kopilka_world_now() + Int64(seconds * 1e9))
            }
        case .losePower(let isEverythingLost):
            try await house.losePower(isEverythingLost ? kopilka_loss_all : kopilka_loss_random)
        case .losePowerAtChange(let isEverythingLost, let changes):
            house.losePower(isEverythingLost ? kopilka_loss_all : kopilka_loss_random, atChange: UInt64(changes))
        case .stepClock(let seconds): kopilka_world_step_clock(Int64(seconds * 1e9))
        case .network(let seconds, let breaksOneIn):
            var faults = Self.usualNetwork
            (faults.slowest, faults.slow_one_in) = (2_000_000_000, 20)
            faults.break_one_in = UInt64(breaksOneIn)
            kopilka_network_set(faults)
            try await Task.sleep(for: .seconds(seconds))
            kopilka_network_set(Self.usualNetwork)
        case .cut(let service, let other, let seconds):
            guard let one = process(service), let other = process(other) else { return }
            kopilka_network_cut(one, other, kopilka_world_now() + Int64(seconds * 1e9))
        case .fullDisk(let seconds):
            try await change(sound, for: seconds) { $0.is_full = true }
        case .failingDisk(let seconds, let oneIn):
            try await change(sound, for: seconds) { $0.fail_change_one_in = UInt64(oneIn) }
        case .damage(let service, let seconds, let bits):
            guard kopilka_disk_flip("\(service).db", Int32(bits)) > 0 else { return }
            try await Task.sleep(for: .seconds(seconds))
            kopilka_disk_heal()
        }
    }

    /// A quiet network of one machine: 20 to 200 us a message.
    static let usualNetwork = kopilka_network_faults(
        least: 20_000, most: 200_000, slowest: 5_000_000, slow_one_in: 200, break_one_in: 0)

    private func change(
        _ sound: kopilka_disk_faults, for seconds: Double, _ change: (inout kopilka_disk_faults) -> Void
    ) async throws {
        var faults = sound
        change(&faults)
        kopilka_disk_set(faults)
        try await Task.sleep(for: .seconds(seconds))
        kopilka_disk_set(sound)
    }
}
