import Glibc

/// Lets the next commit serve more requests: it waits a moment for those whose last request was just answered.
///
/// Without it, clients that wait for each answer split into two halves, and each commit serves one while the other
/// queues up: it costs as much as a commit for all. PostgreSQL has `commit_delay` for the same purpose, to be set by
/// hand. Here the writer waits as long as requests come clearly faster than it has served them lately: then it loses
/// less by waiting than it wins by serving more at once.
struct Gathering {
    /// The commits before which nothing is waited for, because waiting did not help.
    private(set) var pass = 0
    private(set) var misses = 0

    /// Waits until the queue has what may be expected after a commit, or waiting does not help.
    ///
    /// - Parameters:
    ///   - served: The number of requests that the commit has answered.
    ///   - took: Its duration.
    mutating func wait(for queue: JobQueue<WriteJob>, after served: Int, took: Duration) {
        guard served > 0 else { return }
        guard pass == 0 else { return pass -= 1 }
        let (before, began) = (queue.count, ContinuousClock.now)
        // A client alone is not helped by waiting for it here.
        guard before + served > 1 else { return }
        let most = min(took / 2, Self.longest)
        while true {
            // The kernel adds some 50 us.
            usleep(10)
            let (came, waited) = (queue.count - before, ContinuousClock.now - began)
            if came >= served { return misses = 0 }
            let comesFaster = took * came > waited * served * 3 / 2
            if waited < most / 4 || comesFaster && waited < most { continue }
            if comesFaster { return misses = 0 }
            break
        }
        misses = min(misses + 1, Self.mostMisses)
        pass = (1 << misses) - 1
    }

    private static let longest = Duration.milliseconds(1)
    private static let mostMisses = 6
}
