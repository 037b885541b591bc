import Coordination
import Domain
import Hosting
import StrictJSON

/// Signals from other services of the same process.
extension Listener {
    /// How often it is looked whether the gate is open again.
    private static let gatePause = Duration.milliseconds(2)

    /// Answers a signal that another service of this process has sent, as a request from its socket would be answered:
    /// the deadline, the token and the rights are checked, and the same is counted, traced and logged.
    ///
    /// It takes none of the room for requests from sockets.
    nonisolated(nonsending) func answer<S: Signal>(_ signal: S, _ given: SignalContext) async throws -> S.Answer {
        guard let route = routes[S.method.name] else { throw Fault.methodNotFound(S.method) }
        let began = ContinuousClock.now
        while !gate.isOpen { try await Task.sleep(for: Self.gatePause) }
        var context = given
        let cause = (given.trace ?? TraceContext.current).flatMap { $0.isSampled ? $0 : nil }
        let work = cause?.nextHop()
        context.trace = work ?? given.trace
        (context.caller, context.peer, context.note) = (.anonymous, nil, route.isNoted ? RequestNote() : nil)
        let result: Result<S.Answer, Fault>
        do {
            try check(given, route, caller: &context.caller)
            result = .success(
                try await keeping(context.deadline, route, work) { [context] in
                    try await self.serve(signal, context, route)
                })
        } catch {
            result = .failure(Self.fault(for: error, of: route, context, log))
        }
        var fault: FaultCode?
        if case .failure(let refusal) = result { fault = refusal.code }
        if let entry = SecurityLog.Entry(route, context, fault) { security.write(entry) }
        let took = ContinuousClock.now - began
        loop.perform { [fault] in
            self.assumeIsolated { $0.count(route.method, work: work, cause: cause, fault: fault, took: took) }
        }
        return try result.get()
    }

    private nonisolated func check(
        _ given: SignalContext, _ route: SignalRoute, caller: inout Caller
    ) throws(Fault) {
        if let deadline = given.deadline, deadline <= WallClock.system.now() {
            throw .deadlineExceeded(SignalMethod(route.method))
        }
        caller = try authenticate(given.session, for: route)
        try rights.check(caller, calling: route.method, route.access)
    }

    /// Does the work and abandons it at the deadline, as a link gives up a request.
    private nonisolated func keeping<Answer: Sendable>(
        _ deadline: Instant?, _ route: SignalRoute, _ work: TraceContext?,
        _ body: @escaping @Sendable () async throws -> Answer
    ) async throws -> Answer {
        let limit = deadline.map { $0 - WallClock.system.now() } ?? ServiceLink.defaultLimit
        return try await withTimeLimit(limit, fault: .deadlineExceeded(SignalMethod(route.method))) {
            guard let work else { return try await body() }
            return try await TraceContext.$current.withValue(work, operation: body)
        }
    }

    private nonisolated func serve<S: Signal>(
        _ signal: S, _ context: SignalContext, _ route: SignalRoute
    ) async throws -> S.Answer {
        guard route.isOutsideTree else { return try await entrance.send(signal, context: context) }
        let write = try await route.serve(
            try JSONDocument(try JSONEncoding.encode(signal)).root, context, entrance)
        var writer = JSONWriter()
        try write(&writer)
        return try JSONDocument(writer.finish()).root.decode(S.Answer.self)
    }
}
