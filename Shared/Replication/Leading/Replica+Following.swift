import Hosting
import Synchronization

// What a copy has, and how it gets the newest.
extension Replica {
    /// Returns true when this copy has everything that was in the log at some moment of the last `age`, or leads. False
    /// for an age of zero: only another look at the log can tell, see ``untilCurrent(within:)``.
    public func isCurrent(within age: Duration) -> Bool {
        let state = state
        if state.role == .leading { return true }
        guard age > .zero, !state.isStopped, let current = state.wasCurrent else { return false }
        return .now - current <= age
    }

    /// Returns when everything is repeated that is in the log now; at once when the replica leads.
    ///
    /// - Returns: False when it could not be repeated in time.
    @discardableResult
    public func untilCurrent(within limit: Duration) async -> Bool {
        await wait(upTo: nil, within: limit)
    }

    /// Returns when the commit with a number is repeated; at once when the replica leads.
    ///
    /// - Returns: False when it could not be repeated in time.
    @discardableResult
    public func untilRepeated(_ number: Int64, within limit: Duration) async -> Bool {
        await wait(upTo: number, within: limit)
    }

    private func wait(upTo number: Int64?, within limit: Duration) async -> Bool {
        await withCheckedContinuation { continuation in
            let (answer, isFed): (Bool?, Bool) = shared.withLock { shared in
                if shared.state.role == .leading { return (true, false) }
                if shared.isStopping { return (false, false) }
                if let number, number <= shared.state.number { return (true, false) }
                shared.whenCurrent.append(
                    Waiter(look: shared.looks + 1, number: number, deadline: .now + limit, continuation: continuation))
                return (nil, shared.isFed)
            }
            if let answer { return continuation.resume(returning: answer) }
            // The leader has sent that commit, or is about to. The thread looks at its waiters by then in any case.
            if number == nil || !isFed || limit < ReplicaWork.longestPause { wakeUp.wake() }
        }
    }

    /// Records that the commits up to a number can be read, and resumes their waiters.
    func hasRepeated(_ number: Int64) {
        let waiting = shared.withLock { shared in
            shared.state.number = number
            let waiting = shared.whenCurrent.filter { $0.number.map { $0 <= number } ?? false }
            if !waiting.isEmpty { shared.whenCurrent.removeAll { $0.number.map { $0 <= number } ?? false } }
            return waiting
        }
        for waiter in waiting { waiter.continuation.resume(returning: true) }
    }

    /// Repeats commits that the leader has sent, and returns when the copy has them, or will not take them from here.
    ///
    /// They count for nothing more than the log's: each has to open as the one that follows the copy's last. Those that
    /// the copy has already are left out.
    public func take(_ commits: [SealedCommit]) async {
        await withCheckedContinuation { continuation in
            let isTaken = shared.withLock { shared in
                guard !shared.isStopping, shared.state.role == .following, shared.offer == nil else { return false }
                shared.offer = Offer(commits: commits, continuation: continuation)
                return true
            }
            guard isTaken else { return continuation.resume() }
            wakeUp.wake()
        }
    }

    /// Says whether the leader sends each commit at once. Without that, the copy looks at the log more often.
    public func noteFeeding(_ isFed: Bool) {
        let hasChanged = shared.withLock { shared in
            defer { shared.isFed = isFed }
            return shared.isFed != isFed
        }
        if hasChanged, !isFed { wakeUp.wake() }
    }
}
