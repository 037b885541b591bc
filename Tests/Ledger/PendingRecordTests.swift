import Coordination
import Domain
import Signals
import TestSupport
import Testing

@testable import LedgerService

/// Records of one transaction that are written late, read before that, and undone.
@Suite struct PendingRecordTests {
    private struct Undone: Error {}

    @Test(arguments: [1, 2, .random(in: 0 ... .max)] as [UInt64])
    func whatIsUndoneLeavesNothingAndTheRestIsInTheBooks(seed: UInt64) async throws {
        try await Bank.with(.sqlite) { bank in
            let (ann, bob) = (
                try await bank.openAccount(of: "ann", with: 1_000_000), try await bank.openAccount(of: "bob")
            )
            var kept: [Int64] = []
            for round in 0..<30 {
                kept += try await bank.store.write(deadline: nil, weight: 1) { transaction in
                    var random = SeededGenerator(seed: seed &+ UInt64(round))
                    var sequences: [Int64] = []
                    try Self.move(ann, bob, in: transaction, &random, depth: 0, &sequences)
                    return sequences
                }
            }
            let report = try await bank.store.check()
            #expect(report.problems == [])
            // The deposit is the first.
            #expect(kept == (0..<Int64(kept.count)).map { $0 + 2 })
            #expect(report.transfers == Int64(kept.count) + 1)
        }
    }

    /// Makes transfers, looks at some, and undoes some runs of them; what is not undone is added to `sequences`.
    private static func move(
        _ ann: String, _ bob: String, in transaction: any LedgerTransaction, _ random: inout SeededGenerator,
        depth: Int,
        _ sequences: inout [Int64]
    ) throws {
        for _ in 0..<Int(random.next() % 24) {
            if random.chance(20), depth < 3 {
                let isUndone = random.chance(50)
                var (inner, generator) = (sequences, random)
                do {
                    try transaction.attempt {
                        try move(ann, bob, in: transaction, &generator, depth: depth + 1, &inner)
                        if isUndone { throw Undone() }
                    }
                    sequences = inner
                } catch is Undone {}
                random = generator
            } else if random.chance(15), let last = sequences.last {
                #expect(try transaction.history(last)?.made.sequence == last)
            } else {
                var order = TransferOrder(
                    kind: .transfer, from: ann, to: bob, amount: rubles(1), description: random.chance(50) ? "Чай" : "")
                // One that says more is written at once, behind those that wait.
                if random.chance(10) {
                    order = TransferOrder(
                        kind: .withdrawal, from: ann, to: "", amount: rubles(1), description: "", category: "x")
                }
                sequences.append(try TransferRules.post(order, of: "ann", in: transaction).sequence)
            }
        }
    }
}
