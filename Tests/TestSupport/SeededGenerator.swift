/// A generator of random numbers that are reproducible by a seed.
///
/// - Source: SplitMix64, Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Creates the generator of `seed`.
    public init(seed: UInt64) { state = seed }

    /// Returns the next number.
    public mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// Returns a number from 0 to `bound` - 1.
    public mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

    /// Returns one of `choices`, which must not be empty.
    public mutating func one<Choices: RandomAccessCollection>(of choices: Choices) -> Choices.Element {
        choices[choices.index(choices.startIndex, offsetBy: below(choices.count))]
    }

    /// Returns true in `percent` of 100 cases.
    public mutating func chance(_ percent: UInt64) -> Bool { next() % 100 < percent }
}
