/// Keys on their way from memory into the index, in the order of their hashes, a few at a time.
///
/// They are put in order in small groups, each when its turn comes: all at once would keep a commit waiting.
package struct KeySweep {
    /// The hash of a key, and the number of the reply to it.
    package struct Entry {
        package let hash: Int64
        package let number: Int64
    }

    private var entries: [Entry]
    /// Where each group ends.
    private let ends: [Int]
    /// How many groups are in order.
    private var sorted = 0
    /// How many are in the index with the open transaction.
    package private(set) var count = 0
    private var countOnDisk = 0
    /// The newest reply among them.
    package let newest: Int64

    /// Has nothing to bring.
    static let none = KeySweep([:])

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
        // Filled, each group ends where the next began.
        ends = starts
        self.entries = entries
        self.newest = newest
    }

    /// Whether there is nothing to bring, or nothing any more.
    package var isOver: Bool { count == entries.count }

    /// The next ones, at most `limit`; they count as being in the index.
    package mutating func take(_ limit: Int) -> ArraySlice<Entry> {
        let end = min(entries.count, count + limit)
        while sorted < Self.groups, sorted == 0 || ends[sorted - 1] < end {
            entries[(sorted == 0 ? 0 : ends[sorted - 1])..<ends[sorted]].sort { $0.hash < $1.hash }
            sorted += 1
        }
        defer { count = end }
        return entries[count..<end]
    }

    /// What was taken is on the disk.
    package mutating func keep() { countOnDisk = count }

    /// What was taken since is not in the index after all.
    package mutating func goBack() { count = countOnDisk }

    private static let groups = 256

    /// By the eight highest bits, negative numbers first, as SQLite orders them.
    private static func group(of hash: Int64) -> Int { Int(hash >> 56) + 128 }
}
