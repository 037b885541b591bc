/// Stops asking a service that does not answer, and tries it again now and then.
///
/// Only silence counts: requests that ran out of time, however short that was, with no answer to any in between. A
/// request that waits in the socket for the next generation of its service counts when its time is over, not before.
/// - Source: Michael Nygard, "Release It!", circuit breaker.
struct Breaker {
    /// So many requests in a row without an answer open it.
    static let threshold = 5
    /// How long it stays open before one request may try.
    static let pause = Duration.seconds(1)

    private var silences = 0
    private var openUntil: ContinuousClock.Instant?

    /// Whether a request may go out now. Open, it lets one through after each pause.
    mutating func admits(at now: ContinuousClock.Instant) -> Bool {
        guard let until = openUntil else { return true }
        guard now >= until else { return false }
        // The next may try after another pause, whatever becomes of this one.
        openUntil = now.advanced(by: Self.pause)
        return true
    }

    /// The service answered something.
    mutating func answered() { self = Breaker() }

    /// A request ran out of time.
    mutating func timedOut(at now: ContinuousClock.Instant) {
        silences += 1
        if silences >= Self.threshold { openUntil = now.advanced(by: Self.pause) }
    }
}
