/// A Bloom filter: false positives are possible, false negatives are not.
///
/// Each key sets four bits within one cache line of the processor. With sixteen bits per key, the rate of false
/// positives is below one in a hundred.
///
/// - Source: A blocked Bloom filter (Putze, Sanders and Singler, "Cache-, hash- and space-efficient Bloom filters",
///   2007).
package struct KeyFilter: Sendable {
    /// The number of keys above which the rate of false positives exceeds its bound.
    package let capacity: Int
    /// The approximate number of added keys. A key that already passes is not counted again.
    package private(set) var count = 0
    private var words: [UInt64]

    /// Creates an empty filter.
    package init(capacity: Int) {
        let blocks = max(1, (capacity * Self.bitsPerKey + Self.bitsPerBlock - 1) / Self.bitsPerBlock)
        self.capacity = capacity
        words = [UInt64](repeating: 0, count: Self.powerOfTwo(atLeast: blocks) * Self.wordsPerBlock)
    }

    /// Adds a key.
    /// - Parameter hash: A uniformly distributed hash.
    package mutating func add(_ hash: Int64) {
        var isNew = false
        for probe in 0..<Self.probes {
            let (word, bit) = place(of: hash, probe)
            isNew = isNew || words[word] & bit == 0
            words[word] |= bit
        }
        if isNew { count += 1 }
    }

    /// Returns false when the key was never added.
    package func mayHave(_ hash: Int64) -> Bool {
        for probe in 0..<Self.probes {
            let (word, bit) = place(of: hash, probe)
            if words[word] & bit == 0 { return false }
        }
        return true
    }

    /// Returns the place of a bit. The upper half of the hash selects the block; each byte of the lower half selects a
    /// bit in one half of the block.
    @inline(__always)
    private func place(of hash: Int64, _ probe: Int) -> (word: Int, bit: UInt64) {
        let bits = UInt64(bitPattern: hash)
        let block = Int(bits >> 32) & (words.count / Self.wordsPerBlock - 1)
        let half = (probe & 1) * Self.wordsPerBlock / 2
        let byte = Int(bits >> UInt64(probe * 8) & 0xff)
        return (block * Self.wordsPerBlock + half + byte / 64, 1 << UInt64(byte % 64))
    }

    private static let probes = 4

    private static func powerOfTwo(atLeast count: Int) -> Int {
        var power = 1
        while power < count { power *= 2 }
        return power
    }

    private static let bitsPerKey = 16
    private static let bitsPerBlock = 512
    private static let wordsPerBlock = 8
}
