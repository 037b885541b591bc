import Coordination
import Domain
import GatewayWords
import Signals
import StrictJSON

/// The client that commands call services with. It adds the session, the idempotency key and the time limit to
/// requests, and the device cookie to a sign-in.
package struct ServiceClient: Sendable {
    private let caller: any ServiceCaller
    /// The session of the signed-in user.
    package let sessions: SessionKeeper
    private let operatorProof: OperatorProof
    /// The time limit of one request, including a refresh of the session.
    package let limit: Duration
    /// The idempotency key of this run: a repetition takes effect once.
    package let idempotencyKey: String
    /// How old the data may be that answers are made from; nil takes what the machine has.
    private let maximumStaleness: Duration?
    /// Tells the exporter of traces about runs; nil where no run is reported.
    private let reporter: RunReporter?

    package init(
        caller: any ServiceCaller, sessions: SessionKeeper, operatorProof: OperatorProof, limit: Duration,
        idempotencyKey: String, maximumStaleness: Duration? = nil, reporter: RunReporter? = nil
    ) {
        self.caller = caller
        self.sessions = sessions
        self.operatorProof = operatorProof
        self.limit = limit
        self.idempotencyKey = idempotencyKey
        self.maximumStaleness = maximumStaleness
        self.reporter = reporter
    }

    /// Returns the same client with another limit and key.
    ///
    /// - Parameter idempotencyKey: Nil for work that needs no key.
    package func with(limit: Duration, idempotencyKey: String?) -> ServiceClient {
        ServiceClient(
            caller: caller, sessions: sessions, operatorProof: operatorProof, limit: limit,
            idempotencyKey: idempotencyKey ?? Identifier.random(length: 26), maximumStaleness: maximumStaleness,
            reporter: reporter)
    }

    /// Returns the same client with a trace on its requests.
    package func traced(by trace: RunTrace) -> ServiceClient {
        ServiceClient(
            caller: TracedCaller(caller: caller, trace: trace), sessions: sessions, operatorProof: operatorProof,
            limit: limit, idempotencyKey: idempotencyKey, maximumStaleness: maximumStaleness, reporter: reporter)
    }

    /// Reports a run to the exporter of traces, if there is one.
    package func report(_ run: RecordedTrace) { reporter?.report(run) }

    /// Sends a signal and returns its answer.
    package func ask<S: Signal>(_ signal: S) async throws -> S.Answer {
        let answer = try await ask(S.self, parameters: try JSONEncoding.encode(signal))
        return try decode(S.Answer.self, from: answer)
    }

    /// Sends one of several signals of this run that change something, each with an idempotency key of its own.
    ///
    /// - Parameter part: The signal's number, from 0.
    package func ask<S: Signal>(_ signal: S, part: Int) async throws -> S.Answer {
        let answer = try await ask(
            service: S.method.service, method: S.method.name, parameters: try JSONEncoding.encode(signal),
            access: S.access,
            idempotencyKey: key(ofPart: part))
        return try decode(S.Answer.self, from: answer)
    }

    /// Sends a signal, given as its parameters, and returns the answer as the service wrote it.
    ///
    /// - Parameters:
    ///   - part: The number of the change among several in one run.
    ///   - key: An idempotency key to use instead of the run's.
    ///   - progress: Receives the progress of the work.
    package func ask(
        _ type: any Signal.Type, parameters: [UInt8], part: Int = 0, key: String? = nil,
        progress: ProgressReporter? = nil
    ) async throws -> [UInt8] {
        try await ask(
            service: type.method.service, method: type.method.name, parameters: try introduced(type, parameters),
            access: type.access, idempotencyKey: type.effect == .changes ? key ?? self.key(ofPart: part) : nil,
            progress: progress)
    }

    /// Returns the parameters of a sign-in with this machine's device cookie added; other parameters unchanged.
    private func introduced(_ type: any Signal.Type, _ parameters: [UInt8]) throws -> [UInt8] {
        guard type == AuthSignal.Login.self else { return parameters }
        let login = try JSONDocument.read(AuthSignal.Login.self, from: parameters)
        guard login.deviceCookie == nil, let cookie = sessions.deviceCookie(of: login.login) else { return parameters }
        return try JSONEncoding.encode(
            AuthSignal.Login(
                login: login.login, password: login.password, code: login.code, device: login.device,
                deviceCookie: cookie))
    }

    /// Returns the key of a part. A long key is truncated, so that the result is still a valid key.
    private func key(ofPart part: Int) -> String {
        part == 0 ? idempotencyKey : "\(idempotencyKey.prefix(120))-\(part)"
    }

    /// Calls any method, as the operator where that is required. Otherwise a usable session is sent along, because only
    /// the service knows whether it is needed.
    package func ask(service: String, method: String, parameters: [UInt8]) async throws -> [UInt8] {
        let access: SignalAccess
        if OperatorProof.isNeeded(for: method) {
            access = .operator
        } else {
            access = (try? await sessions.token(within: limit)) == nil ? .open : .session
        }
        return try await ask(
            service: service, method: method, parameters: parameters, access: access, idempotencyKey: idempotencyKey)
    }

    /// Calls a method that is open to everybody and changes nothing.
    package func askOpenly(service: String, method: String, parameters: [UInt8] = Array("{}".utf8)) async throws
        -> [UInt8]
    {
        try await ask(
            service: service, method: method, parameters: parameters, access: .open, idempotencyKey: nil)
    }

    /// Calls a method that is for the operator and changes nothing.
    package func askAsOperator(
        service: String, method: String, parameters: [UInt8] = Array("{}".utf8)
    ) async throws -> [UInt8] {
        try await ask(
            service: service, method: method, parameters: parameters, access: .operator, idempotencyKey: nil)
    }

    /// Decodes an answer.
    /// - Throws: ``Fault`` `internal` for an answer that this gateway cannot read.
    package func decode<Answer: Decodable>(_ type: Answer.Type, from bytes: [UInt8]) throws -> Answer {
        do {
            return try JSONDocument.read(type, from: bytes)
        } catch {
            throw Fault(
                .internalFault,
                """
                \(Text(
                "This gateway cannot read the service's answer; --json shows it.",
                "Служба ответила то, чего этот шлюз не понимает; --json покажет ответ."))
                """
            )
        }
    }

    private func ask(
        service: String, method: String, parameters: [UInt8], access: SignalAccess, idempotencyKey: String?,
        progress: ProgressReporter? = nil
    ) async throws -> [UInt8] {
        let deadline = ContinuousClock.now + limit
        func send(_ token: String?) async throws -> [UInt8] {
            let context = SignalContext(
                idempotencyKey: idempotencyKey, maximumStaleness: maximumStaleness, session: token, progress: progress)
            return try await caller.call(
                service: service, method: method, parameters: parameters,
                effect: idempotencyKey == nil ? .reads : .changes, context: context,
                within: max(.milliseconds(1), deadline - .now))
        }
        switch access {
        case .open: return try await send(nil)
        case .operator: return try await send(try operatorProof.token(for: service))
        case .session: break
        }
        let token = try await sessions.token(within: limit)
        do {
            return try await send(token)
        } catch let fault as Fault where fault.code == .unauthenticated {
            // Another gateway may have refreshed the session, or auth's keys may have changed: retry once with a new
            // token.
            return try await send(try await sessions.refreshed(from: token, within: deadline - .now))
        }
    }
}

extension JSONDocument {
    /// The limits of a service's answer. A page of a thousand transactions is far below them.
    package static let answerLimits = JSONLimits(maximumBytes: 1 << 26, maximumDepth: 64, maximumValues: 1 << 22)

    /// Decodes a value from the bytes of a JSON text.
    package static func read<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
        try JSONDocument(bytes, limits: answerLimits).root.decode(type)
    }
}
