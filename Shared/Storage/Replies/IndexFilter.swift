/// Says of most keys that they are not in an index on the disk, once it has been told of all that are.
///
/// It is told of those by somebody who reads the index, a part at a time, while the writer goes on. What comes into the index
/// meanwhile is added as well, before it is written: so it is whole when the last part has been read.
package struct IndexFilter: Sendable {
    private var filter: KeyFilter
    private var isWhole: Bool
    /// Whether somebody fills it.
    private var isFilling = false
    /// From which hash on it is to be filled.
    private var unfilled = Int64.min
    private var commitsToWait = 0
    /// How many filters there were before, so that who still fills one of those notices.
    package private(set) var round: Int

    /// - Parameters:
    ///   - capacity: For how many keys; with more a larger one takes its place.
    ///   - isWhole: Whether there is nothing in the index that it has to be told of.
    package init(capacity: Int, isWhole: Bool, round: Int = 0) {
        filter = KeyFilter(capacity: capacity)
        self.isWhole = isWhole
        self.round = round
    }

    /// Whether the index has to be asked for a key of this hash.
    package func mayHave(_ hash: Int64) -> Bool { !isWhole || filter.mayHave(hash) }

    /// Adds a key that comes into the index. Should it not come into it after all, no harm is done.
    package mutating func add(_ hash: Int64) { filter.add(hash) }

    /// Makes room, when there are too many keys, by beginning anew.
    ///
    /// - Parameter least: For how many keys at least.
    /// - Precondition: All that is in the index is on the disk, where it is found when the new filter is filled.
    package mutating func makeRoom(atLeast least: Int) {
        guard filter.count > filter.capacity else { return }
        self = IndexFilter(capacity: max(least, 2 * filter.count), isWhole: false, round: round + 1)
    }

    // MARK: Filling

    /// Which filter is to be filled and from which hash on, for the caller to see to; nil when nothing is to be done.
    /// Asked after each commit.
    package mutating func beginFilling() -> (round: Int, hash: Int64)? {
        guard !isWhole, !isFilling else { return nil }
        guard commitsToWait == 0 else {
            commitsToWait -= 1
            return nil
        }
        isFilling = true
        return (round, unfilled)
    }

    /// Takes the keys of one part of the index.
    ///
    /// - Parameters:
    ///   - hashes: In ascending order.
    ///   - isLast: Whether there are no more.
    /// - Returns: From which hash on there may be more; nil when there are none, or when another filter has come.
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

    /// Nobody fills it any more; somebody may try again a while later, from where this one came to.
    package mutating func giveUpFilling(_ round: Int) {
        if self.round == round { (isFilling, commitsToWait) = (false, Self.commitsBetweenTries) }
    }

    /// Whatever is wrong with the disk is not over after a moment.
    package static let commitsBetweenTries = 1_000
}
