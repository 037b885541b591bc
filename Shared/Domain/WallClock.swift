import Glibc

/// The source of the time of day for a process. It is passed in, never global, so that tests control the time.
public struct WallClock: Sendable {
    private let read: @Sendable () -> Instant

    /// Creates a clock that returns the results of `read`.
    public init(_ read: @escaping @Sendable () -> Instant) { self.read = read }

    /// Returns the current time.
    public func now() -> Instant { read() }

    /// The machine's clock (`clock_gettime(CLOCK_REALTIME)`).
    public static let system = WallClock { Instant(microseconds: microseconds(of: CLOCK_REALTIME)) }

    /// Returns a clock that shows `start` now and runs at normal speed, independently of changes to the machine's clock
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
