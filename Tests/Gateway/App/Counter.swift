import Synchronization

/// A thread-safe counter of calls.
final class Counter: Sendable {
    private let count = Mutex(0)

    /// Returns the number of this call, starting at 1.
    func next() -> Int {
        count.withLock { count in
            count += 1
            return count
        }
    }

    var value: Int { count.withLock { $0 } }
}
