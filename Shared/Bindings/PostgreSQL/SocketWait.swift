import Glibc

/// Waits for a descriptor within a deadline: poll(2).
enum SocketWait {
    /// Returns the events of a descriptor; nil when the deadline passed first. Interrupted waits continue.
    static func untilReady(
        _ descriptor: Int32, for events: Int32, _ deadline: ContinuousClock.Instant
    ) -> Int32? {
        var entry = pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: events), revents: 0)
        while true {
            let result = poll(&entry, 1, milliseconds(until: deadline))
            if result > 0 { return Int32(entry.revents) }
            if result < 0, errno != EINTR { return POLLERR }
            if result == 0, ContinuousClock.now >= deadline { return nil }
        }
    }

    /// The time left, rounded up so that the wait never ends shortly before the deadline; 0 after it.
    private static func milliseconds(until deadline: ContinuousClock.Instant) -> Int32 {
        let left = deadline - ContinuousClock.now
        guard left > .zero else { return 0 }
        let (seconds, attoseconds) = left.components
        guard seconds < 1_000_000 else { return 1_000_000_000 }
        return Int32(seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}
