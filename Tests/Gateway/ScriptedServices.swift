import Coordination
import StrictJSON
import Synchronization

@testable import GatewaySession

/// Scripted services: they give the answers of the test, and record the requests.
final class ScriptedServices: ServiceCaller {
    /// A received request.
    struct Call: Sendable {
        let service: String
        let method: String
        let parameters: String
        let context: SignalContext
        let limit: Duration
    }

    /// Returns the answer of a method; a fault is thrown.
    typealias Answer = @Sendable (Call) throws -> String

    private struct State {
        /// The lists in which arguments are looked up; empty by default.
        var answers: [String: Answer] = [
            "ledger.payees": { _ in #"{"payees":[]}"# }, "subscriptions.services": { _ in #"{"services":[]}"# },
            "patterns.list": { _ in #"{"patterns":[],"total":0,"scanner":"ready"}"# },
        ]
        var calls: [Call] = []
    }

    private let state = Mutex(State())

    /// The received requests, in order.
    var calls: [Call] { state.withLock { $0.calls } }

    /// Returns the received requests of a method.
    func calls(of method: String) -> [Call] { calls.filter { $0.method == method } }

    /// Sets the answer of a method.
    func answer(_ method: String, _ answer: @escaping Answer) { state.withLock { $0.answers[method] = answer } }

    /// Sets the same JSON for every answer of a method.
    func answer(_ method: String, json: String) { answer(method) { _ in json } }

    /// Makes a method answer with a fault.
    func refuse(_ method: String, _ fault: Fault) { answer(method) { _ in throw fault } }

    func call(
        service: String, method: String, parameters: [UInt8], effect: SignalEffect, context: SignalContext,
        within limit: Duration
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
