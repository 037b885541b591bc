import Coordination
import GatewaySession
import GatewayWords
import StrictJSON
import Synchronization

/// The branch of the app's tree that leads to the services: it answers every signal of theirs by sending it there, with
/// the session and an idempotency key. In tests services of a few lines hang in its place.
package final class ServiceBranch: Coordinator {
    /// Shared, so that it is reached from every flow.
    package let node = CoordinatorNode(options: .shared)
    private let services: Set<String>
    private let makeClient: @Sendable (_ limit: Duration, _ key: String?) -> ServiceClient
    private let traces: TraceFile?
    private let remembering = Mutex(())

    /// - Parameters:
    ///   - services: Who is reached this way.
    ///   - traces: Where it is remembered what was changed or went wrong, for `gateway trace`.
    ///   - makeClient: Makes what adds session and key to a request.
    package init(
        services: [String], traces: TraceFile? = nil,
        makeClient: @escaping @Sendable (_ limit: Duration, _ key: String?) -> ServiceClient
    ) {
        self.traces = traces
        self.services = Set(services)
        self.makeClient = makeClient
    }

    /// Whatever its name says belongs to a service.
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
            do {
                let answer = try await ask(signal, context, client.traced(by: trace))
                // Of what only reads the newest would soon be all there is.
                if S.effect == .changes { remember(trace, of: S.method, .done) }
                return answer
            } catch {
                let fault = error as? Fault
                let exitCode = fault.map { FaultAdvice.forFault($0.code).exitCode } ?? .cancelled
                // A service that was not reached remembers nothing.
                let isKnown = trace.isUsed && fault != nil && exitCode != .serviceDown
                // That there is nothing is an answer too.
                let isWrong = isKnown && exitCode != .notFound
                if S.effect == .changes || isWrong { remember(trace, of: S.method, exitCode) }
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

    private func remember(_ trace: RunTrace, of method: SignalMethod, _ exitCode: GatewayExitCode) {
        // One after another: several things are asked for at the same time, and each is added to what the file holds.
        remembering.withLock { _ in
            traces?.add(trace.record(of: "app \(method)", exitCode: exitCode.rawValue))
        }
    }

    private func news(_ asked: AppSignal.AwaitEvents) async throws -> AppSignal.News {
        // The service's answer must come before it is given up.
        let client = makeClient(.milliseconds(asked.waitMilliseconds) + .seconds(5), nil)
        guard let after = asked.after else {
            let answer = try await client.ask(
                service: asked.service, method: "\(asked.service).stats", parameters: Array("{}".utf8))
            let last = try JSONDocument(answer, limits: JSONDocument.answerLimits).root.member("lastEvent")
            return AppSignal.News(last: last?.integer(as: Int64.self) ?? 0, count: 0)
        }
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("after", after)
        writer.member("limit", 100)
        if asked.waitMilliseconds > 0 { writer.member("wait", asked.waitMilliseconds) }
        writer.endObject()
        let answer = try await client.ask(
            service: asked.service, method: "\(asked.service).events", parameters: writer.finish())
        let root = try JSONDocument(answer, limits: JSONDocument.answerLimits).root
        return AppSignal.News(
            last: root.member("last")?.integer(as: Int64.self) ?? after,
            count: root.member("events").map { Array($0.elements).count } ?? 0)
    }
}
