import Domain

/// The number of failures by one key, and the wait that follows from it.
///
/// The first ``freeCount`` attempts do not wait, unless ``AttemptCounters`` sets another number. After as many failures
/// the wait is one second. Each further failure doubles it, up to ``longestWait``, which limits brute force to some
/// hundred guesses a day.
/// Attempts during the wait are neither checked nor counted, right or wrong. Failures are stored, so a restart clears
/// nothing.
///
/// - Source: OWASP ASVS 5.0, 6.1.1 and 6.3.1; the Authentication cheat sheet on throttling.
struct FailedAttempts: Hashable, Sendable {
    static let freeCount = 5
    static let longestWait = Duration.seconds(900)
    /// The time after the last failure after which all failures are forgotten.
    static let memory = Duration.seconds(24 * 3600)

    var count: Int
    var lastAt: Instant

    static let none = FailedAttempts(count: 0, lastAt: Instant(microseconds: .min))

    /// Returns the time to wait at `now`; nil when there is none. A clock that was set back does not extend it.
    func wait(at now: Instant, freeCount: Int = Self.freeCount) -> Duration? {
        guard count >= freeCount else { return nil }
        // Ten doublings reach the longest wait.
        let seconds = 1 << min(count - freeCount, 10)
        let blockedUntil = lastAt + min(.seconds(seconds), Self.longestWait)
        return now < blockedUntil ? min(blockedUntil - now, Self.longestWait) : nil
    }

    /// Returns the state after one more failure.
    func failed(at now: Instant) -> FailedAttempts {
        let isForgotten = count == 0 || now > lastAt + Self.memory
        return FailedAttempts(count: isForgotten ? 1 : min(count + 1, 1000), lastAt: now)
    }
}
