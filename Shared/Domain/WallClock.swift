import Glibc

/// Where a process takes the time of day from. Handed in, never asked for globally, so that a test decides what time it is.
public struct WallClock: Sendable {
    private let read: @Sendable () -> Instant

    /// A clock that answers what `read` answers.
    public init(_ read: @escaping @Sendable () -> Instant) { self.read = read }

    /// The time now.
    public func now() -> Instant { read() }

    /// The machine's clock (`clock_gettime(CLOCK_REALTIME)`).
    public static let system = WallClock { Instant(microseconds: microseconds(of: CLOCK_REALTIME)) }

    /// A clock that shows `start` now and runs at the usual speed, whatever happens to the machine's clock
    /// (`KOPILKA_CLOCK`).
    public static func starting(at start: Instant) -> WallClock {
        let origin = microseconds(of: CLOCK_MONOTONIC)
        return WallClock { Instant(microseconds: start.microseconds + microseconds(of: CLOCK_MONOTONIC) - origin) }
    }

    private static func microseconds(of clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }
}
