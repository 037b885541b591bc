import CSimulatedMachine
import Foundation
import Hosting

/// What came of a plan.
struct Report: Codable {
    let seed: UInt64
    let hours: Double
    let problems: [String]
    /// Two runs of one plan have the same.
    let digest: UInt64
    var counts: [String: UInt64]
    /// The newest lines of the services' logs.
    var log: String?

    init(_ plan: Plan, problems: [String], house: SimulatedHouse? = nil) {
        (seed, hours, self.problems) = (plan.seed, plan.hours, problems)
        digest = kopilka_world_digest()
        let (disk, network) = (kopilka_disk_count(), kopilka_network_count())
        counts = [
            "acts": UInt64(plan.acts.count), "troubles": UInt64(plan.troubles.count),
            "turns": kopilka_world_turns(), "starts": UInt64(house?.services.map(\.starts).reduce(0, +) ?? 0),
            "messages": network.messages, "broken connections": network.breaks, "changes of the disk": disk.changes,
            "syncs": disk.syncs, "crashes of the machine": disk.crashes, "torn writes": disk.torn,
            "lost writes": disk.dropped, "failed changes": disk.failed,
            "flipped bits": disk.flipped, "reads of flipped bits": disk.damaged_reads,
        ]
        if !problems.isEmpty { log = house?.log.text }
    }

    /// The report in a line.
    var line: String {
        let told = ["acts", "troubles", "starts", "crashes of the machine", "turns"].map { "\(counts[$0] ?? 0) \($0)" }
        return "seed \(seed): \(told.joined(separator: ", ")); digest \(String(digest, radix: 16))"
    }

    /// The report for people.
    var text: String {
        var lines = ["seed \(seed), \(hours) h, digest \(String(digest, radix: 16))"]
        lines += counts.sorted { $0.key < $1.key }.map { "  \($0.key): \($0.value)" }
        lines += problems.map { "  problem: \($0)" }
        return lines.joined(separator: "\n")
    }
}
