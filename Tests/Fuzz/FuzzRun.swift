import Foundation

/// One seeded run of a fuzz test, bounded in time.
///
/// `FUZZ_SEED` replays a run that failed: its numbers come in the same order, however long it lasts.
/// `FUZZ_SECONDS` is the time that all fuzz tests may take together; default 3.
struct FuzzRun {
    let seed: UInt64
    private let end: ContinuousClock.Instant
    private(set) var rounds = 0

    /// Begins a run that lasts `share` of the time, and prints its seed.
    init(_ name: String, share: Double) {
        let environment = ProcessInfo.processInfo.environment
        seed = environment["FUZZ_SEED"].flatMap(UInt64.init) ?? UInt64.random(in: 0...UInt64.max)
        let seconds = environment["FUZZ_SECONDS"].flatMap(Double.init) ?? 3
        end = ContinuousClock.now + .seconds(seconds * share)
        print("\(name): FUZZ_SEED=\(seed)")
    }

    /// The numbers of the next round, `nil` when the time is over; there is always one round.
    mutating func nextRound() -> SeededNumbers? {
        guard rounds == 0 || ContinuousClock.now < end else { return nil }
        rounds += 1
        return SeededNumbers(state: seed &+ UInt64(rounds) &* 0xA076_1D64_78BD_642F)
    }
}

/// Random numbers that a seed repeats.
///
/// - Source: SplitMix64, Steele, Lea and Flood, 2014.
struct SeededNumbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number from 0 to `bound` - 1.
    mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

    /// One of some things, of which there must be one.
    mutating func one<Choices: RandomAccessCollection>(of choices: Choices) -> Choices.Element {
        choices[choices.index(choices.startIndex, offsetBy: below(choices.count))]
    }
}
