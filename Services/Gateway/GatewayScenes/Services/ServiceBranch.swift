import Coordination
import GatewaySession
import GatewayWords
import StrictJSON
import Synchronization

/// The branch of the app's tree that leads to the services: it sends their signals there, with the session and an
/// idempotency key. Tests replace it with small test services.
package final class ServiceBranch: Coordinator {
    /// Shared, so that every flow reaches it.
    package let node = CoordinatorNode(options: .shared)
    private let services: Set<String>
    private let makeClient: @Sendable (_ limit: Duration, _ key: String?) -> ServiceClient
    private let traces: TraceFile?
    private let shared: EventWatch?
    private let remembering = Mutex(())

    /// Creates the branch.
    ///
    /// - Parameters:
    ///   - services: The services it leads to.
    ///   - traces: The file of traces of changes and failures, for `gateway trace`.
    ///   - watch: Waits for events in one place for all sessions of the process.
    ///   - makeClient: Creates the client that adds the session and the key to a request.
    package init(
        services: [String], traces: TraceFile? = nil, watch: EventWatch? = nil,
        makeClient: @escaping @Sendable (_ limit: Duration, _ key: String?) -> ServiceClient
    ) {
        self.traces = traces
        shared = watch
        self.services = Set(services)
        self.makeClient = makeClient
    }

    /// Answers the signals whose names belong to one of the services.
    package func handler<S: Signal>(for type: S.Type) -> SignalHandler<S>? {
        if type == AppSignal.AwaitEvents.self {
            return { [self] signal, _ in
                guard let asked = signal as? AppSignal.AwaitEvents, let news = try await news(asked) as? S.Answer else {
                    throw Fault.methodNotFound(S.method)
                }
                return news
            }
        }
        guard services.contains(S.method.service) else { return nil }
        return { [self] signal, context in
            let client = makeClient(AppWork.limit ?? .seconds(600), context.idempotencyKey)
            guard !AppWork.isItsOwn else { return try await ask(signal, context, client) }
            let trace = RunTrace()
            func end(_ exitCode: GatewayExitCode) -> RecordedTrace {
                let record = trace.record(of: "app \(S.method)", exitCode: exitCode.rawValue)
                if trace.isUsed { client.report(record) }
                return record
            }
            do {
                let answer = try await ask(signal, context, client.traced(by: trace))
                let record = end(.done)
                // Reads are not remembered: there are so many that only the newest would remain.
                if S.effect == .changes { remember(record) }
                return answer
            } catch {
                let fault = error as? Fault
                let exitCode = fault.map { FaultAdvice.forFault($0).exitCode } ?? .cancelled
                let record = end(exitCode)
                // An unreachable service keeps no trace.
                let isKnown = trace.isUsed && fault != nil && exitCode != .serviceDown
                // A fault `notFound` is a regular answer.
                let isWrong = isKnown && exitCode != .notFound
                if S.effect == .changes || isWrong { remember(record) }
                throw isKnown ? fault?.noting(trace.context.traceID) ?? error : error
            }
        }
    }

    private func ask<S: Signal>(_ signal: S, _ context: SignalContext, _ client: ServiceClient) async throws -> S.Answer
    {
        let answer = try await client.ask(
            S.self, parameters: try JSONEncoding.encode(signal), progress: context.progress)
        return try client.decode(S.Answer.self, from: answer)
    }

    private func remember(_ record: RecordedTrace) {
        // One at a time: requests run concurrently, and each adds to the content of the file.
        remembering.withLock { _ in traces?.add(record) }
    }

    private func news(_ asked: AppSignal.AwaitEvents) async throws -> AppSignal.News {
        // The service must answer before the client's time limit.
        let client = makeClient(.milliseconds(asked.waitMilliseconds) + .seconds(5), nil)
        guard let after = asked.after else {
            let answer = try await client.ask(
                service: asked.service, method: "\(asked.service).stats", parameters: Array("{}".utf8))
            let last = try JSONDocument(answer, limits: JSONDocument.answerLimits).root.member("lastEvent")
            return AppSignal.News(last: last?.integer(as: Int64.self) ?? 0, count: 0)
        }
        if asked.waitMilliseconds > 0, let shared { try await shared.wait(for: asked.service, after: after) }
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("after", after)
        writer.member("limit", 100)
        if asked.waitMilliseconds > 0, shared == nil { writer.member("wait", asked.waitMilliseconds) }
        writer.endObject()
        let answer = try await client.ask(
            service: asked.service, method: "\(asked.service).events", parameters: writer.finish())
        let root = try JSONDocument(answer, limits: JSONDocument.answerLimits).root
        return AppSignal.News(
            last: root.member("last")?.integer(as: Int64.self) ?? after,
            count: root.member("events").map { Array($0.elements).count } ?? 0)
    }
}
