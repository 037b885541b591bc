import CSimulatedMachine
import Foundation
import TestSupport

/// Everything that will happen in a simulated house. The same plan brings the same run, to the byte.
struct Plan: Codable, Equatable, Sendable {
    /// Decides the order of turns, delays, and what a crash leaves.
    var seed: UInt64
    /// How many hours people use the house.
    var hours: Double
    var people: Int
    /// The disk says to have synced what it has not.
    var hasLyingDisk = false
    /// By how many parts in a million the wall clock is fast.
    var drift: Int64
    /// A sync that failed loses nothing: the next one does its work. Linux forgets.
    var forgivesFailedSyncs = false
    /// Variables of all services: how often they do what a small house does seldom.
    var settings: [String: String]
    var acts: [PlannedAct]
    var troubles: [PlannedTrouble]

    /// Draws a plan.
    init(
        seed: UInt64, hours: Double, focus: Focus = .everything, people: Int = 3, actsPerHour: Double = 40,
        troublesPerHour: Double = 4
    ) {
        var random = SeededGenerator(seed: seed)
        (self.seed, self.hours, self.people) = (seed, hours, people)
        settings = [
            "KOPILKA_CHECKPOINT_PAGES": "\(random.one(of: [16, 40, 200, 4096]))",
            "KOPILKA_KEYS_IN_MEMORY": "\(random.one(of: [16, 100, 65536]))",
        ]
        acts = PlannedAct.plan(people: people, hours: hours, actsPerHour: actsPerHour, using: &random)
        // Of a chance of their own, so that the other acts of a seed stay the same.
        acts += PlannedAct.stories(people: people, hours: hours, seed: seed)
        acts.sort { ($0.at, $0.number) < ($1.at, $1.number) }
        let count = Int((hours * troublesPerHour).rounded())
        troubles = (0..<count).map { _ in
            let hour = Double.random(in: 0..<hours, using: &random)
            return PlannedTrouble(at: hour, trouble: Trouble.random(&random, focus: focus))
        }
        // Of a chance of its own, so that the other troubles of a seed stay the same.
        var damage = SeededGenerator(seed: ~seed)
        drift = Int64(damage.below(1001) - 500)
        let damages = (0..<Int((hours * troublesPerHour / 16).rounded())).map { _ in
            let hour = Double.random(in: 0..<hours, using: &damage)
            return PlannedTrouble(at: hour, trouble: Trouble.random(&damage, focus: .damage))
        }
        troubles = (troubles + damages).sorted { $0.at < $1.at }
    }

    /// True when the disk changes bits by itself.
    var damagesDisk: Bool {
        troubles.contains { if case .damage = $0.trouble { true } else { false } }
    }

    /// The number of things that may be left out.
    var count: Int { acts.count + troubles.count }

    /// Returns the plan without some of its acts and troubles, counted from 0 through both.
    func without(_ left: Set<Int>) -> Plan {
        var plan = self
        plan.acts = acts.enumerated().filter { !left.contains($0.offset) }.map(\.element)
        plan.troubles = troubles.enumerated().filter { !left.contains(acts.count + $0.offset) }.map(\.element)
        return plan
    }

    /// The plan as text.
    var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }
}

extension Plan {
    /// The disk when no trouble is with it.
    var soundDisk: kopilka_disk_faults {
        var faults = kopilka_disk_faults()
        faults.lies = hasLyingDisk
        return faults
    }
}

/// A trouble and its hour.
struct PlannedTrouble: Codable, Equatable, Sendable {
    /// Hours after the beginning.
    let at: Double
    let trouble: Trouble
}
