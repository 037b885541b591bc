/// A filter over the keys of an index on disk: no false negatives, few false positives, once it is whole.
///
/// A reader fills it from the index, one part at a time, while the writer goes on. Keys that enter the index meanwhile
/// are added before they are written. The filter is therefore whole when the last part has been read.
package struct IndexFilter: Sendable {
    private var filter: KeyFilter
    private var isWhole: Bool
    /// True while a reader fills it.
    private var isFilling = false
    /// The hash from which the filter still has to be filled.
    private var unfilled = Int64.min
    private var commitsToWait = 0
    /// The number of filters before this one. A reader that fills an older filter detects its replacement by this
    /// number.
    package private(set) var round: Int

    /// Creates an empty filter.
    ///
    /// - Parameters:
    ///   - capacity: The number of keys it is made for. A larger filter replaces it when there are more.
    ///   - isWhole: True when the index holds no keys that the filter lacks.
    package init(capacity: Int, isWhole: Bool, round: Int = 0) {
        filter = KeyFilter(capacity: capacity)
        self.isWhole = isWhole
        self.round = round
    }

    /// Returns true when the index has to be searched for a key of this hash.
    package func mayHave(_ hash: Int64) -> Bool { !isWhole || filter.mayHave(hash) }

    /// Adds a key that enters the index. A key that does not enter it after all does no harm.
    package mutating func add(_ hash: Int64) { filter.add(hash) }

    /// Replaces an overfull filter by a larger, empty one, which has to be filled again.
    ///
    /// - Parameter least: The least capacity.
    /// - Precondition: All keys of the index are on disk, where the filling of the new filter finds them.
    package mutating func makeRoom(atLeast least: Int) {
        guard filter.count > filter.capacity else { return }
        self = IndexFilter(capacity: max(least, 2 * filter.count), isWhole: false, round: round + 1)
    }

    // MARK: Filling

    /// Returns the round of the filter and the hash to fill it from, and marks it as being filled; nil when there is
    /// nothing to do. The store calls it after each commit and starts the filling.
    package mutating func beginFilling() -> (round: Int, hash: Int64)? {
        guard !isWhole, !isFilling else { return nil }
        guard commitsToWait == 0 else {
            commitsToWait -= 1
            return nil
        }
        isFilling = true
        return (round, unfilled)
    }

    /// Adds the keys of one part of the index.
    ///
    /// - Parameters:
    ///   - hashes: The hashes of the part, ascending.
    ///   - isLast: True when there are no more parts.
    /// - Returns: The hash from which more keys may follow; nil when there are none or when another filter has replaced
    ///   this one.
    package mutating func fill(_ round: Int, with hashes: [Int64], isLast: Bool) -> Int64? {
        guard self.round == round else { return nil }
        for hash in hashes { filter.add(hash) }
        guard !isLast, let last = hashes.last, last < .max else {
            (isWhole, isFilling) = (true, false)
            return nil
        }
        unfilled = last + 1
        return unfilled
    }

    /// Stops the filling. Another attempt starts some commits later, from the hash reached.
    package mutating func giveUpFilling(_ round: Int) {
        if self.round == round { (isFilling, commitsToWait) = (false, Self.commitsBetweenTries) }
    }

    /// The commits between two attempts. A fault of the disk does not pass in a moment.
    package static let commitsBetweenTries = 1_000
}
