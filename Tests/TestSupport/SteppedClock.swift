import Domain
import Synchronization

/// A clock that stands still until it is told to move.
public final class SteppedClock: Sendable {
    private let time: Mutex<Instant>

    /// Shows `start`, by default some moment in 2026.
    public init(at start: Instant = Instant(milliseconds: 1_795_000_000_000)) { time = Mutex(start) }

    /// What it shows.
    public var now: Instant { time.withLock { $0 } }

    /// The clock as it is handed in.
    public var wallClock: WallClock { WallClock { self.now } }

    /// Moves it on.
    public func advance(by duration: Duration) { time.withLock { $0 = $0 + duration } }
}
