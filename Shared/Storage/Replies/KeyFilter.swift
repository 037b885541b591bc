/// Says of most keys that are not in a set that they are not; of those that are, never.
///
/// Each key sets four bits within one line of the processor's cache. Sixteen bits a key let less than one in a hundred pass
/// that is not there.
///
/// - Source: a Bloom filter in blocks (Putze, Sanders and Singler, "Cache-, hash- and space-efficient Bloom filters", 2007).
package struct KeyFilter: Sendable {
    /// With more keys than that more pass than should.
    package let capacity: Int
    /// How many keys were added, about: one that would pass already is not counted again.
    package private(set) var count = 0
    private var words: [UInt64]

    /// A filter without keys.
    package init(capacity: Int) {
        let blocks = max(1, (capacity * Self.bitsPerKey + Self.bitsPerBlock - 1) / Self.bitsPerBlock)
        self.capacity = capacity
        words = [UInt64](repeating: 0, count: Self.powerOfTwo(atLeast: blocks) * Self.wordsPerBlock)
    }

    /// Adds a key.
    /// - Parameter hash: All of its bits are of no order.
    package mutating func add(_ hash: Int64) {
        var isNew = false
        for probe in 0..<Self.probes {
            let (word, bit) = place(of: hash, probe)
            isNew = isNew || words[word] & bit == 0
            words[word] |= bit
        }
        if isNew { count += 1 }
    }

    /// False when the key was never added.
    package func mayHave(_ hash: Int64) -> Bool {
        for probe in 0..<Self.probes {
            let (word, bit) = place(of: hash, probe)
            if words[word] & bit == 0 { return false }
        }
        return true
    }

    /// The higher half of the hash says which block, each byte of the lower half a bit of one half of the block.
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
