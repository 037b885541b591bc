import Foundation
import TestSupport

/// A seeded run of a fuzz test, limited in time.
///
/// `FUZZ_SEED` replays a failed run: its numbers come in the same order, however long it lasts. `FUZZ_SECONDS` is the
/// total time of all fuzz tests; default 3.
struct FuzzRun {
    let seed: UInt64
    private let end: ContinuousClock.Instant
    private(set) var rounds = 0

    /// Begins a run that takes `share` of the time, and prints its seed.
    init(_ name: String, share: Double) {
        let environment = ProcessInfo.processInfo.environment
        seed = environment["FUZZ_SEED"].flatMap(UInt64.init) ?? UInt64.random(in: 0...UInt64.max)
        let seconds = environment["FUZZ_SECONDS"].flatMap(Double.init) ?? 3
        end = ContinuousClock.now + .seconds(seconds * share)
        print("\(name): FUZZ_SEED=\(seed)")
    }

    /// Returns the numbers of the next round; nil when the time is over. There is always one round.
    mutating func nextRound() -> SeededGenerator? {
        guard rounds == 0 || ContinuousClock.now < end else { return nil }
        rounds += 1
        return SeededGenerator(seed: seed &+ UInt64(rounds) &* 0xA076_1D64_78BD_642F)
    }
}
