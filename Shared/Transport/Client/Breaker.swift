/// A circuit breaker: it stops calls to a service that does not answer and lets one through now and then.
///
/// Only silence counts: requests in a row that timed out, however short their limit, without an answer to any request
/// in between. A request that waits in the socket for the next generation of its service counts when its time is over,
/// not before.
/// - Source: Michael Nygard, "Release It!", circuit breaker.
struct Breaker {
    /// The number of timeouts in a row that opens the breaker.
    static let threshold = 5
    /// How long it stays open before it lets one request through.
    static let pause = Duration.seconds(1)

    private var silences = 0
    private var openUntil: ContinuousClock.Instant?

    /// Returns true when a request may go out now. An open breaker lets one through after each pause.
    mutating func admits(at now: ContinuousClock.Instant) -> Bool {
        guard let until = openUntil else { return true }
        guard now >= until else { return false }
        // The next request may try after another pause, whatever becomes of this one.
        openUntil = now.advanced(by: Self.pause)
        return true
    }

    /// Closes the breaker: the service answered.
    mutating func answered() { self = Breaker() }

    /// Counts a request that timed out.
    mutating func timedOut(at now: ContinuousClock.Instant) {
        silences += 1
        if silences >= Self.threshold { openUntil = now.advanced(by: Self.pause) }
    }
}
