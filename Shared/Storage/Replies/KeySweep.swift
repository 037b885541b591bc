/// Moves keys from memory into the index, in the order of their hashes, a few at a time.
///
/// Keys are sorted in small groups, each when its turn comes. Sorting all at once would delay a commit.
package struct KeySweep {
    /// The hash of a key, and the number of its reply.
    package struct Entry {
        package let hash: Int64
        package let number: Int64
    }

    private var entries: [Entry]
    /// The end of each group.
    private let ends: [Int]
    /// The number of sorted groups.
    private var sorted = 0
    /// The number of keys that are in the index, including the open transaction.
    package private(set) var count = 0
    private var countOnDisk = 0
    /// The number of the newest reply among them.
    package let newest: Int64

    /// A sweep without keys.
    static let none = KeySweep([:])

    /// Creates a sweep.
    ///
    /// - Parameter numbers: The numbers of replies by hash.
    package init(_ numbers: [Int64: Int64]) {
        var starts = [Int](repeating: 0, count: Self.groups + 1)
        var newest: Int64 = 0
        for (hash, number) in numbers {
            starts[Self.group(of: hash) + 1] += 1
            newest = max(newest, number)
        }
        for group in 0..<Self.groups { starts[group + 1] += starts[group] }
        var entries = [Entry](repeating: Entry(hash: 0, number: 0), count: numbers.count)
        for (hash, number) in numbers {
            let group = Self.group(of: hash)
            entries[starts[group]] = Entry(hash: hash, number: number)
            starts[group] += 1
        }
        // After the distribution, each start has moved to the end of its group.
        ends = starts
        self.entries = entries
        self.newest = newest
    }

    /// True when no keys remain.
    package var isOver: Bool { count == entries.count }

    /// Returns the next keys, at most `limit`. They count as being in the index.
    package mutating func take(_ limit: Int) -> ArraySlice<Entry> {
        let end = min(entries.count, count + limit)
        while sorted < Self.groups, sorted == 0 || ends[sorted - 1] < end {
            entries[(sorted == 0 ? 0 : ends[sorted - 1])..<ends[sorted]].sort { $0.hash < $1.hash }
            sorted += 1
        }
        defer { count = end }
        return entries[count..<end]
    }

    /// Records that the taken keys are on disk.
    package mutating func keep() { countOnDisk = count }

    /// Returns the keys taken since the last commit, which is void.
    package mutating func goBack() { count = countOnDisk }

    private static let groups = 256

    /// Returns the group of a hash: its eight highest bits, negative numbers first, as SQLite orders them.
    private static func group(of hash: Int64) -> Int { Int(hash >> 56) + 128 }
}
