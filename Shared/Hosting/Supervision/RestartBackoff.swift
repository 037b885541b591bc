/// The exponential backoff between a crash and the restart, reset once a service has proven stable.
public struct RestartBackoff: Sendable {
    /// The first wait; 250 ms by default.
    public var first: Duration
    /// The longest wait; 30 s by default.
    public var longest: Duration
    /// The length of a run that resets the backoff; 60 s by default.
    public var stableAfter: Duration
    private var next: Duration

    /// Creates a backoff; by default 250 ms, 500 ms, ... 30 s.
    public init(
        first: Duration = .milliseconds(250), longest: Duration = .seconds(30), stableAfter: Duration = .seconds(60)
    ) {
        self.first = first
        self.longest = longest
        self.stableAfter = stableAfter
        next = first
    }

    /// Returns the wait after a run of length `run` that ended in a crash.
    mutating func wait(afterRunOf run: Duration) -> Duration {
        if run >= stableAfter { next = first }
        let wait = min(next, longest)
        next = min(wait * 2, longest)
        return wait
    }
}
