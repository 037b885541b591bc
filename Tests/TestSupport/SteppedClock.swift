import Domain
import Synchronization

/// A stopped clock that moves only when a test advances it.
public final class SteppedClock: Sendable {
    private let time: Mutex<Instant>

    /// Creates a clock that shows `start`, by default a moment in 2026.
    public init(at start: Instant = Instant(milliseconds: 1_795_000_000_000)) { time = Mutex(start) }

    /// The current time.
    public var now: Instant { time.withLock { $0 } }

    /// The clock as a dependency.
    public var wallClock: WallClock { WallClock { self.now } }

    /// Advances the clock.
    public func advance(by duration: Duration) { time.withLock { $0 = $0 + duration } }
}
