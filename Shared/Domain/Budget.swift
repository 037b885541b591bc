import Synchronization

/// A bound on how often each of many may do something: so many times within a while, counted from the first of them.
public final class Budget<Key: Hashable & Sendable>: Sendable {
    private struct Count {
        var since: Instant
        var used: Int
    }

    private let most: Int
    private let span: Duration
    private let mostKeys: Int
    private let counts = Mutex<[Key: Count]>([:])

    /// - Parameters:
    ///   - most: How many times each key has within `span`.
    ///   - mostKeys: How many are counted at a time; past it the one whose count began first is forgotten.
    public init(most: Int, within span: Duration, mostKeys: Int) {
        (self.most, self.span, self.mostKeys) = (most, span, mostKeys)
    }

    /// Takes one of what `key` has.
    ///
    /// - Returns: How long it takes until there is more; nil when one was taken.
    public func take(of key: Key, at now: Instant) -> Duration? {
        counts.withLock { counts in
            var count = counts[key] ?? Count(since: now, used: 0)
            // A clock that was set back makes nobody wait longer.
            if count.since + span <= now || now < count.since { count = Count(since: now, used: 0) }
            guard count.used < most else { return count.since + span - now }
            count.used += 1
            counts[key] = count
            if counts.count > mostKeys, let oldest = counts.min(by: { $0.value.since < $1.value.since }) {
                counts[oldest.key] = nil
            }
            return nil
        }
    }
}
