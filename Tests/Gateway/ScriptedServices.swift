import Coordination
import StrictJSON
import Synchronization

@testable import GatewaySession

/// Services of a few lines: they answer what a test wrote down, and remember what they were asked.
final class ScriptedServices: ServiceCaller {
    /// What was asked.
    struct Call: Sendable {
        let service: String
        let method: String
        let parameters: String
        let context: SignalContext
        let limit: Duration
    }

    /// Answers by method; a fault is thrown.
    typealias Answer = @Sendable (Call) throws -> String

    private struct State {
        /// What words of commands are looked up in; there is nothing unless a test says otherwise.
        var answers: [String: Answer] = [
            "ledger.payees": { _ in #"{"payees":[]}"# }, "subscriptions.services": { _ in #"{"services":[]}"# },
            "patterns.list": { _ in #"{"patterns":[],"total":0,"scanner":"ready"}"# },
        ]
        var calls: [Call] = []
    }

    private let state = Mutex(State())

    /// What was asked, in order.
    var calls: [Call] { state.withLock { $0.calls } }

    /// What was asked of a method.
    func calls(of method: String) -> [Call] { calls.filter { $0.method == method } }

    /// Answers a method with JSON.
    func answer(_ method: String, _ answer: @escaping Answer) { state.withLock { $0.answers[method] = answer } }

    /// Answers a method with the same JSON each time.
    func answer(_ method: String, json: String) { answer(method) { _ in json } }

    /// Answers a method with a fault.
    func refuse(_ method: String, _ fault: Fault) { answer(method) { _ in throw fault } }

    func call(
        service: String, method: String, parameters: [UInt8], context: SignalContext, within limit: Duration
    ) async throws -> [UInt8] {
        let call = Call(
            service: service, method: method, parameters: String(decoding: parameters, as: UTF8.self), context: context,
            limit: limit)
        let answer = state.withLock { state in
            state.calls.append(call)
            return state.answers[method]
        }
        guard let answer else { throw Fault.methodNotFound(SignalMethod(method)) }
        return Array(try answer(call).utf8)
    }
}
