/// How long to wait before a crashed service is started again: doubling, until it has proven stable.
public struct RestartBackoff: Sendable {
    /// The first wait; 250 ms by default.
    public var first: Duration
    /// The longest wait; 30 s by default.
    public var longest: Duration
    /// A run of this length makes the next wait the first again; 60 s by default.
    public var stableAfter: Duration
    private var next: Duration

    /// The waits of the design: 250 ms, 500 ms, ... 30 s.
    public init(
        first: Duration = .milliseconds(250), longest: Duration = .seconds(30), stableAfter: Duration = .seconds(60)
    ) {
        self.first = first
        self.longest = longest
        self.stableAfter = stableAfter
        next = first
    }

    /// The wait after a run of length `run` that ended in a crash.
    mutating func wait(afterRunOf run: Duration) -> Duration {
        if run >= stableAfter { next = first }
        let wait = min(next, longest)
        next = min(wait * 2, longest)
        return wait
    }
}
