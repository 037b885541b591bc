import Hosting
import StrictJSON
import TestSupport
import Testing

/// Backups of a house at random moments under load, restored elsewhere.
///
/// Goal: a restored house has everything that was acknowledged before its backup began and nothing that was asked for
/// after it ended, and its services agree. Method: users change things in several services; the restored house is
/// compared with what they were told, then every key is sent again. Half of the backups are encrypted.
@Suite struct RestoreDrillTests {
    @Test func aBackupUnderLoadIsTheHouseOfItsMoment() async throws {
        let scale = DrillScale.current()
        for number in 0..<scale.drills {
            let seed = scale.seed(of: number)
            print("RestoreDrillTests: KOPILKA_DRILL_SEED=\(seed), drill \(number + 1) of \(scale.drills)")
            let problems = try await drill(seed)
            #expect(problems.isEmpty, "KOPILKA_DRILL_SEED=\(seed): \(problems.prefix(10))")
            guard problems.isEmpty else { break }
        }
    }

    /// Makes one backup at a moment under load, restores it, and returns what is wrong.
    private func drill(_ seed: UInt64) async throws -> [String] {
        var generator = SeededGenerator(seed: seed)
        let archive = TemporaryDirectory()
        let house = try await DrillHouse.opened(people: 3)
        let (isEncrypted, before, after) = (generator.chance(50), 20 + generator.below(150), 20 + generator.below(40))
        let key = isEncrypted ? archive.file("drill.key") : nil
        var arguments = ["backup", "create", archive.file("drill")]
        if let key {
            let made = try await house.bank.house.run("gateway", ["backup", "key", key, "--json"])
            let recipient = try JSONDocument(text: made.output).root.member("recipient")?.string
            arguments += ["--recipient", try #require(recipient, "\(made)")]
        }
        let load = DrillLoad(house)
        var moments: (begin: ContinuousClock.Instant, end: ContinuousClock.Instant)?
        try await load.run(seed: generator.next()) {
            try await load.acknowledge(more: before)
            let begin = ContinuousClock.now
            let created = try await house.bank.house.run("gateway", arguments)
            moments = (begin, .now)
            try #require(created.status == .exited(0), "\(created)")
            try await load.acknowledge(more: after)
        }
        let (begin, end) = try #require(moments)
        // The house goes on as if nothing had been.
        let head = try await house.bank.problems(as: house.people[0])
        await house.bank.close()
        let restored = try await house.restored(from: archive.file("drill"), key: key)
        let check = DrillCheck(restored: restored, operations: load.operations, begin: begin, end: end)
        let problems = try await check.problems()
        await restored.bank.close()
        let during = load.operations.count { $0.begun <= end && !$0.isAcknowledged(before: begin) }
        print("RestoreDrillTests: \(load.operations.count) changes, \(during) of them during the backup")
        return head + problems
    }
}
