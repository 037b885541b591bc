import Domain

/// How often somebody has failed by one key, and until when it is not to be tried again.
///
/// The first failures cost nothing, ``freeCount`` of them unless ``AttemptCounters`` says otherwise. Each one after
/// that doubles the wait, from one second up to ``longestWait``: brute force comes down to some hundred guesses a day.
/// Attempts within the wait do not count, whether right or wrong, and are not looked at. Kept on disk, so a restart
/// clears nothing.
///
/// - Source: OWASP ASVS 5.0, 6.1.1 and 6.3.1; the Authentication cheat sheet on throttling.
struct FailedAttempts: Hashable, Sendable {
    static let freeCount = 5
    static let longestWait = Duration.seconds(900)
    /// So long after the last failure all is forgotten.
    static let memory = Duration.seconds(24 * 3600)

    var count: Int
    var lastAt: Instant

    static let none = FailedAttempts(count: 0, lastAt: Instant(microseconds: .min))

    /// How long to wait at `now`; nil when there is nothing to wait for. A clock that was set back does not make it
    /// longer.
    func wait(at now: Instant, freeCount: Int = Self.freeCount) -> Duration? {
        guard count >= freeCount else { return nil }
        // Beyond ten doublings the longest wait is reached.
        let seconds = 1 << min(count - freeCount, 10)
        let blockedUntil = lastAt + min(.seconds(seconds), Self.longestWait)
        return now < blockedUntil ? min(blockedUntil - now, Self.longestWait) : nil
    }

    /// As it is after one more failure.
    func failed(at now: Instant) -> FailedAttempts {
        let isForgotten = count == 0 || now > lastAt + Self.memory
        return FailedAttempts(count: isForgotten ? 1 : min(count + 1, 1000), lastAt: now)
    }
}
