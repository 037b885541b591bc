import Coordination
import Reasons
import Synchronization

/// A group of members: it starts them in order, waits, and stops them in reverse order within a time limit. Modelled on
/// swift-service-lifecycle.
public struct MemberGroup: Sendable {
    private let members: [any ProcessMember]
    private let drainLimit: Duration
    private let log: Log

    /// Creates a group.
    ///
    /// - Parameters:
    ///   - members: The members in the order of their start. A member may use those before it.
    ///   - drainLimit: The time limit for stopping all of them. A member whose turn comes late still gets 50 ms.
    public init(_ members: [any ProcessMember], drainLimit: Duration, log: Log) {
        self.members = members
        self.drainLimit = drainLimit
        self.log = log
    }

    /// Runs until `stopSignals` yields or a member fails, then drains.
    ///
    /// - Parameters:
    ///   - stopSignals: Its first element, or its end, requests the stop.
    ///   - onReady: Called once, when every member has started.
    ///   - onStopping: Called once, before the first member is stopped.
    /// - Throws: The error of a member, after draining; ``HostingError`` `memberEnded` when a member returned without
    ///   being stopped.
    public func run(
        stoppedBy stopSignals: AsyncStream<UnixSignal>, onReady: @escaping @Sendable () -> Void = {},
        onStopping: @Sendable () -> Void = {}
    ) async throws {
        let (happenings, happen) = AsyncStream.makeStream(of: Happening.self)
        let progress = Progress()
        let starter = Task { await start(happen, progress) }
        let listener = Task {
            for await _ in stopSignals { break }
            happen.yield(.stopAsked)
        }
        var runners: [Task<Void, Never>] = []
        var failure: (any Error)?
        waiting: for await happening in happenings {
            switch happening {
            case .running(let task): runners.append(task)
            case .ready: onReady()
            case .stopAsked: break waiting
            case .ended(let index, let error):
                let name = members[index].name
                let cause = error ?? HostingError(.memberEnded, .memberEnded, ["name": .text(name)])
                if (cause as? HostingError)?.code != .yielded {
                    log.critical("member failed", ["member.name": .string(name), "member.error": .error(cause)])
                }
                failure = cause
                break waiting
            }
        }
        onStopping()
        starter.cancel()
        listener.cancel()
        let touched = progress.stop()
        let deadline = ContinuousClock.now + drainLimit
        // Otherwise a starting listener could open its socket after its stop. A start that takes too long is abandoned.
        _ = await Self.finishes(within: drainLimit / 4) { await starter.value }
        await drain(Array(members[..<touched]), runners, until: deadline)
        if let failure { throw failure }
    }

    /// Returns when every member has done a piece of its usual work. Call it while the group runs.
    public func probe() async {
        for member in members { await member.probe() }
    }

    /// Counts the members whose start has begun. No start begins after the stop was requested.
    private final class Progress: Sendable {
        private let state = Mutex((touched: 0, isStopping: false))

        /// Returns false when no further member may be started.
        func begin(_ index: Int) -> Bool {
            state.withLock { state in
                if !state.isStopping { state.touched = index + 1 }
                return !state.isStopping
            }
        }

        /// Returns how many members have to be stopped.
        func stop() -> Int {
            state.withLock { state in
                state.isStopping = true
                return state.touched
            }
        }
    }

    private enum Happening: Sendable {
        case running(Task<Void, Never>)
        case ready
        case stopAsked
        case ended(Int, (any Error)?)
    }

    private func start(_ happen: AsyncStream<Happening>.Continuation, _ progress: Progress) async {
        for (index, member) in members.enumerated() {
            guard progress.begin(index) else { return }
            do {
                try await member.start()
            } catch {
                happen.yield(.ended(index, error))
                return
            }
            log.debug("member started", ["member.name": .string(member.name)])
            let runner = Task {
                do {
                    try await member.run()
                    happen.yield(.ended(index, nil))
                } catch {
                    happen.yield(.ended(index, error))
                }
            }
            happen.yield(.running(runner))
        }
        happen.yield(.ready)
    }

    private func drain(
        _ started: [any ProcessMember], _ runners: [Task<Void, Never>], until deadline: ContinuousClock.Instant
    ) async {
        func remaining() -> Duration { max(.milliseconds(50), deadline - ContinuousClock.now) }
        for member in started.reversed() {
            let isFinished = await Self.finishes(within: remaining()) { await member.stop() }
            if !isFinished { log.warning("member did not stop in time", ["member.name": .string(member.name)]) }
        }
        let isFinished = await Self.finishes(within: remaining()) {
            for runner in runners { await runner.value }
        }
        if !isFinished {
            log.warning("work was left behind")
            for runner in runners { runner.cancel() }
        }
    }

    /// Waits for `work`, at most `limit`; then abandons it.
    private static func finishes(within limit: Duration, _ work: @escaping @Sendable () async -> Void) async -> Bool {
        // A separate task: cancelling the group requests the stop and must not cut the stop short.
        let waiting = Task {
            try await withTimeLimit(limit, fault: Fault(.deadlineExceeded, .flowDidNotStop), work)
        }
        return await (try? waiting.value) != nil
    }
}
