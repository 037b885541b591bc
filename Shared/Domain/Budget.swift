import Synchronization

/// A rate limit per key: a number of uses within a time span, which starts with the first use.
public final class Budget<Key: Hashable & Sendable>: Sendable {
    private struct Count {
        var since: Instant
        var used: Int
    }

    private let most: Int
    private let span: Duration
    private let mostKeys: Int
    private let counts = Mutex<[Key: Count]>([:])

    /// Creates a rate limit.
    ///
    /// - Parameters:
    ///   - most: The most uses of each key within `span`.
    ///   - mostKeys: The most keys counted at a time. Beyond it, the key whose span started first is evicted.
    public init(most: Int, within span: Duration, mostKeys: Int) {
        (self.most, self.span, self.mostKeys) = (most, span, mostKeys)
    }

    /// Takes one use of `key`.
    ///
    /// - Returns: The time until the next use is possible; nil when one was taken.
    public func take(of key: Key, at now: Instant) -> Duration? {
        counts.withLock { counts in
            var count = counts[key] ?? Count(since: now, used: 0)
            // A clock that was set back lengthens no wait.
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
