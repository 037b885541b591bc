import Domain

/// Something that signals are sent through.
public protocol Transmitter: AnyObject, Sendable {
    /// Sends `signal` to the one receiver that knows it and returns its answer.
    ///
    /// - Parameter limit: How long to wait; nil waits until the context's deadline or, without one, until the receiver
    ///   is done.
    /// - Throws: ``Fault`` `methodNotFound` when no receiver knows the signal, `deadlineExceeded` when the time ran
    ///   out, or the receiver's error.
    nonisolated(nonsending) func send<S: Signal>(
        _ signal: S, context: SignalContext, within limit: Duration?
    ) async throws -> S.Answer

    /// Sends `signal` to all receivers that know it and collects their answers.
    ///
    /// - Parameter limit: As for ``send(_:context:within:)``, for each receiver.
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
        let context = limit.map(context.ending) ?? context
        var found: Reached<S>?
        walk(S.self, context) { reached in
            found = reached
            return false
        }
        guard let found else { throw Fault.methodNotFound(S.method) }
        return try await answer(signal, by: found, sentIn: context, within: limit)
    }

    /// Walks the whole part of the tree that the options let it reach.
    public func broadcast<S: Signal>(
        _ signal: S, context: SignalContext = SignalContext(), within limit: Duration? = nil
    ) async throws -> [Result<S.Answer, any Error>] {
        let context = limit.map(context.ending) ?? context
        var found: [Reached<S>] = []
        walk(S.self, context) { reached in
            found.append(reached)
            return true
        }
        if found.isEmpty { throw Fault.methodNotFound(S.method) }
        return await withTaskGroup(of: Result<S.Answer, any Error>.self) { group in
            for reached in found {
                group.addTask { () -> Result<S.Answer, any Error> in
                    do {
                        return .success(try await answer(signal, by: reached, sentIn: context, within: limit))
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
    /// A signal arrives at a coordinator in the context that the coordinators before it have edited. The coordinator
    /// edits the context before it receives the signal and before it passes the signal on.
    private func walk<S: Signal>(_ type: S.Type, _ context: SignalContext, reached: (Reached<S>) -> Bool) {
        // A tree has about ten coordinators: a linear search is faster than hashing.
        var visited: [ObjectIdentifier] = []
        visited.reserveCapacity(8)
        visited.append(ObjectIdentifier(self))
        // The coordinators to visit next, and the context there; nil while nobody has edited it.
        var rings: [(coordinators: [any Coordinator], edited: SignalContext?)] = []
        rings.reserveCapacity(4)
        rings.append((node.neighbours, nil))
        var next = 0
        while next < rings.count {
            let (coordinators, arriving) = rings[next]
            next += 1
            for coordinator in coordinators where !visited.contains(ObjectIdentifier(coordinator)) {
                visited.append(ObjectIdentifier(coordinator))
                var edited = arriving
                if let editor = coordinator.node.editor, let changed = editor(arriving ?? context, S.method) {
                    edited = changed
                }
                if let handler = coordinator.handler(for: S.self) {
                    guard reached(Reached(handler: handler, edited: edited)) else { return }
                }
                rings.append((coordinator.node.neighbours, edited))
            }
        }
    }
}

/// A receiver that a signal has reached, and the context there; nil where nobody has edited it.
private struct Reached<S: Signal>: Sendable {
    let handler: SignalHandler<S>
    let edited: SignalContext?
}

/// How long a receiver may take beyond the deadline before it is abandoned. A receiver that keeps deadlines knows what
/// became of the signal, so it is the first to give up.
private let grace = Duration.milliseconds(500)

nonisolated(nonsending) private func answer<S: Signal>(
    _ signal: S, by reached: Reached<S>, sentIn context: SignalContext, within limit: Duration?
) async throws -> S.Answer {
    let context = reached.edited ?? context
    guard let limit else { return try await reached.handler(signal, context) }
    return try await withTimeLimit(limit + grace, fault: .deadlineExceeded(S.method)) {
        try await reached.handler(signal, context)
    }
}

extension SignalContext {
    /// Returns this context with a deadline at most `limit` from now.
    fileprivate func ending(within limit: Duration) -> SignalContext {
        let deadline = WallClock.system.now() + limit
        var context = self
        context.deadline = min(deadline, self.deadline ?? deadline)
        return context
    }

    /// Returns the context of a signal that is sent to another service in order to answer this one: it has this one's
    /// caller, session, deadline, bound on staleness and trace. What else accompanies a signal belongs to that signal
    /// alone.
    ///
    /// - Parameter key: Names the attempt at the other service.
    public func onward(idempotencyKey key: String? = nil) -> SignalContext {
        SignalContext(
            caller: caller, deadline: deadline, idempotencyKey: key, maximumStaleness: maximumStaleness, trace: trace,
            session: session)
    }
}
