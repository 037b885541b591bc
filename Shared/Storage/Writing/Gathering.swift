import Glibc

/// Lets the next commit serve more requests: it waits a moment for those whose last request was just answered.
///
/// Without it, clients that wait for each answer split into two halves, and each commit serves one while the other
/// queues up: it costs as much as a commit for all. The moment is a part of what a commit takes, so that it is short
/// where the disk is quick, and long where a commit log confirms each commit. PostgreSQL has `commit_delay` for the
/// same purpose, to be set by hand.
struct Gathering {
    /// The commits before which nothing is waited for, because those who were answered did not come back.
    private var pass = 0
    private var misses = 0

    /// Waits until the queue has what may be expected after a commit, or the moment is over.
    ///
    /// - Parameters:
    ///   - served: The number of requests that the commit has answered.
    ///   - took: Its duration.
    mutating func wait(for queue: JobQueue<WriteJob>, after served: Int, took: Duration) {
        guard pass == 0 else { return pass -= 1 }
        let expected = queue.count + served
        // A client alone is not helped by waiting for it here.
        guard expected > 1 else { return }
        let end = ContinuousClock.now + min(took / 4, Self.longest)
        while ContinuousClock.now < end {
            // The kernel adds some 50 us.
            usleep(10)
            if queue.count >= expected {
                misses = 0
                return
            }
        }
        guard queue.count < expected - expected / 4 else { return misses = 0 }
        misses = min(misses + 1, Self.mostMisses)
        pass = (1 << misses) - 1
    }

    private static let longest = Duration.milliseconds(1)
    private static let mostMisses = 6
}
