/// Something that signals are sent through.
public protocol Transmitter: AnyObject, Sendable {
    /// Sends `signal` to the one receiver that knows it and returns its answer.
    ///
    /// - Parameter limit: How long to wait; nil waits until the receiver is done.
    /// - Throws: ``Fault`` `methodNotFound` when no receiver knows the signal, `deadlineExceeded` when the time ran
    ///   out, or the receiver's error.
    func send<S: Signal>(_ signal: S, context: SignalContext, within limit: Duration?) async throws -> S.Answer

    /// Sends `signal` to all receivers that know it and collects their answers.
    ///
    /// - Parameter limit: How long to wait for each; nil waits until all are done.
    /// - Returns: An answer or an error per receiver reached, in no particular order; at least one.
    /// - Throws: ``Fault`` `methodNotFound` when no receiver knows the signal.
    func broadcast<S: Signal>(
        _ signal: S, context: SignalContext, within limit: Duration?
    ) async throws -> [Result<S.Answer, any Error>]
}

extension Transmitter where Self: Coordinator {
    /// Walks the tree breadth first, children before the parent, until a coordinator answers.
    nonisolated(nonsending) public func send<S: Signal>(
        _ signal: S, context: SignalContext = SignalContext(), within limit: Duration? = nil
    ) async throws -> S.Answer {
        var found: Reached<S>?
        walk(signal) { reached in
            found = reached
            return false
        }
        guard let found else { throw Fault.methodNotFound(S.method) }
        return try await answer(of: found, context: context, within: limit)
    }

    /// Walks the whole part of the tree that the options let it reach.
    public func broadcast<S: Signal>(
        _ signal: S, context: SignalContext = SignalContext(), within limit: Duration? = nil
    ) async throws -> [Result<S.Answer, any Error>] {
        var found: [Reached<S>] = []
        walk(signal) { reached in
            found.append(reached)
            return true
        }
        if found.isEmpty { throw Fault.methodNotFound(S.method) }
        return await withTaskGroup(of: Result<S.Answer, any Error>.self) { group in
            for reached in found {
                group.addTask { () -> Result<S.Answer, any Error> in
                    do {
                        return .success(try await answer(of: reached, context: context, within: limit))
                    } catch {
                        return .failure(error)
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }

    /// Visits each coordinator that a signal from here reaches, once, except this one.
    ///
    /// A signal arrives at a coordinator as the coordinators before it have edited it. The coordinator edits the signal
    /// before it receives it and before it passes it on.
    private func walk<S: Signal>(_ signal: S, reached: (Reached<S>) -> Bool) {
        // A tree has about ten coordinators: a linear search is faster than hashing.
        var visited: [ObjectIdentifier] = []
        visited.reserveCapacity(8)
        visited.append(ObjectIdentifier(self))
        // The coordinators to visit next, and the signal as it arrives at them.
        var rings: [(coordinators: [any Coordinator], signal: S)] = []
        rings.reserveCapacity(4)
        rings.append((node.neighbours, signal))
        var next = 0
        while next < rings.count {
            let (coordinators, arriving) = rings[next]
            next += 1
            for coordinator in coordinators where !visited.contains(ObjectIdentifier(coordinator)) {
                visited.append(ObjectIdentifier(coordinator))
                guard let edited = visit(coordinator, with: arriving, reached) else { return }
                rings.append((coordinator.node.neighbours, edited))
            }
        }
    }

    /// Shows the signal to one coordinator.
    /// - Returns: The signal to pass on; nil when the walk is over.
    private func visit<S: Signal>(
        _ coordinator: any Coordinator, with signal: S, _ reached: (Reached<S>) -> Bool
    ) -> S? {
        let edited = coordinator.edit(coordinator.node.applyEditor(to: signal))
        guard let handler = coordinator.handler(for: S.self) else { return edited }
        return reached(Reached(handler: handler, signal: edited)) ? edited : nil
    }
}

/// A receiver that a signal has reached, and the signal as it arrived.
private struct Reached<S: Signal>: Sendable {
    let handler: SignalHandler<S>
    let signal: S
}

nonisolated(nonsending) private func answer<S: Signal>(
    of reached: Reached<S>, context: SignalContext, within limit: Duration?
) async throws -> S.Answer {
    guard let limit else { return try await reached.handler(reached.signal, context) }
    return try await withTimeLimit(limit, fault: .deadlineExceeded(S.method)) {
        try await reached.handler(reached.signal, context)
    }
}
