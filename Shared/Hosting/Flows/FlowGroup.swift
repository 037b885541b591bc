import Coordination
import Reasons

/// A group of flows: it starts them in order, waits, and stops them in reverse order within a time limit. Modelled on
/// swift-service-lifecycle.
public struct FlowGroup: Sendable {
    private let flows: [any Flow]
    private let drainLimit: Duration
    private let log: Log

    /// Creates a group.
    ///
    /// - Parameters:
    ///   - flows: The flows in the order of their start. A flow may use those before it.
    ///   - drainLimit: The time limit for stopping all of them. A flow whose turn comes late still gets 50 ms.
    public init(_ flows: [any Flow], drainLimit: Duration, log: Log) {
        self.flows = flows
        self.drainLimit = drainLimit
        self.log = log
    }

    /// Runs until `stopSignals` yields or a flow fails, then drains.
    ///
    /// - Parameters:
    ///   - stopSignals: Its first element, or its end, requests the stop.
    ///   - onReady: Called once, when every flow has started.
    ///   - onStopping: Called once, before the first flow is stopped.
    /// - Throws: The error of a flow, after draining; ``HostingError`` `flowEnded` when a flow returned without being
    ///   stopped.
    public func run(
        stoppedBy stopSignals: AsyncStream<UnixSignal>, onReady: @escaping @Sendable () -> Void = {},
        onStopping: @Sendable () -> Void = {}
    ) async throws {
        let (happenings, happen) = AsyncStream.makeStream(of: Happening.self)
        let starter = Task { await start(happen) }
        let listener = Task {
            for await _ in stopSignals { break }
            happen.yield(.stopAsked)
        }
        var touched = 0
        var runners: [Task<Void, Never>] = []
        var failure: (any Error)?
        waiting: for await happening in happenings {
            switch happening {
            case .starting(let index): touched = index + 1
            case .running(let task): runners.append(task)
            case .ready: onReady()
            case .stopAsked: break waiting
            case .ended(let index, let error):
                let name = flows[index].name
                let cause = error ?? HostingError(.flowEnded, .flowEnded, ["name": .text(name)])
                log.critical("flow failed", ["flow.name": .string(name), "flow.error": .error(cause)])
                failure = cause
                break waiting
            }
        }
        onStopping()
        starter.cancel()
        listener.cancel()
        await drain(Array(flows[..<touched]), runners)
        if let failure { throw failure }
    }

    private enum Happening: Sendable {
        case starting(Int)
        case running(Task<Void, Never>)
        case ready
        case stopAsked
        case ended(Int, (any Error)?)
    }

    private func start(_ happen: AsyncStream<Happening>.Continuation) async {
        for (index, flow) in flows.enumerated() {
            // After a cancelled start no further flow is started: the drain may have passed it already.
            if Task.isCancelled { return }
            happen.yield(.starting(index))
            do {
                try await flow.start()
            } catch {
                happen.yield(.ended(index, error))
                return
            }
            log.debug("flow started", ["flow.name": .string(flow.name)])
            let runner = Task {
                do {
                    try await flow.run()
                    happen.yield(.ended(index, nil))
                } catch {
                    happen.yield(.ended(index, error))
                }
            }
            happen.yield(.running(runner))
        }
        happen.yield(.ready)
    }

    private func drain(_ started: [any Flow], _ runners: [Task<Void, Never>]) async {
        let deadline = ContinuousClock.now + drainLimit
        func remaining() -> Duration { max(.milliseconds(50), deadline - ContinuousClock.now) }
        for flow in started.reversed() {
            let isFinished = await Self.finishes(within: remaining()) { await flow.stop() }
            if !isFinished { log.warning("flow did not stop in time", ["flow.name": .string(flow.name)]) }
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
