import Coordination
import Reasons
import StrictJSON

/// A use case and the route of its signal, made where the type of the signal is known: decoding, sending and encoding
/// are compiled for it. A request of ledger costs some 5 % less time.
public struct ServedRoute: UseCaseEntry {
    /// The use case.
    public let served: ServedSignal
    /// The route of its signal.
    public let route: SignalRoute

    public static func serve<Served: UseCase>(_ useCase: Served) -> ServedRoute {
        ServedRoute(served: .serve(useCase), route: SignalRoute(Served.Request.self))
    }

    private init(served: ServedSignal, route: SignalRoute) {
        self.served = served
        self.route = route
    }

    /// Creates the entry for a signal whose route need not be the quickest.
    public init(_ served: ServedSignal) { self.init(served: served, route: SignalRoute(served.type)) }
}

/// The way a listener serves one method: its params, its answer, and what answers it.
public struct SignalRoute: Sendable {
    /// The name on the wire.
    public let method: String
    /// What the method does, in one sentence for people.
    public let summary: String
    /// Who may call it.
    public let access: SignalAccess
    /// What a repetition does.
    public let effect: SignalEffect
    /// True when the security log records every request.
    public let isNoted: Bool
    /// True for a method that the listener answers outside the tree.
    let isOutsideTree: Bool
    /// Makes the schemas of the params and of the answer, on demand.
    let describe: @Sendable () throws -> (parameters: JSONSchema, answer: JSONSchema)
    let serve: Serve

    /// Writes an answer into a reply.
    public typealias WriteAnswer = @Sendable (inout JSONWriter) throws -> Void
    /// Decodes the params (nil when there are none), does the work and returns the writer of the answer.
    ///
    /// The entrance has a concrete type instead of `any Transmitter`, so that sending is specialised per signal.
    public typealias Serve =
        nonisolated(nonsending) @Sendable (JSONNode?, SignalContext, RelayCoordinator) async throws -> WriteAnswer

    /// Creates a route that sends its signal into the tree.
    public init<S: Signal>(_ type: S.Type) {
        method = S.method.name
        summary = S.summary
        access = S.access
        effect = S.effect
        isNoted = S.isNoted
        isOutsideTree = false
        describe = { (try JSONSchema.of(S.self), try JSONSchema.of(S.Answer.self)) }
        serve = { params, context, entrance in
            let signal = try Self.decode(S.self, from: params, rawTexts: S.rawTexts)
            let answer = try await entrance.send(signal, context: context, within: nil)
            return { writer in try JSONEncoding.encode(answer, into: &writer) }
        }
    }

    /// Creates a route that the listener answers outside the tree: `<service>.health` and similar methods, whose names
    /// depend on the service.
    public init<Parameters: Decodable & SendableMetatype, Answer: Codable & Sendable>(
        method: String, summary: String, access: SignalAccess, taking: Parameters.Type,
        _ serve: @escaping @Sendable (Parameters, SignalContext) async throws -> Answer
    ) {
        self.method = method
        self.summary = summary
        self.access = access
        effect = .reads
        isNoted = false
        isOutsideTree = true
        describe = { (try JSONSchema.of(Parameters.self), try JSONSchema.of(Answer.self)) }
        self.serve = { params, context, _ in
            let answer = try await serve(try Self.decode(Parameters.self, from: params), context)
            return { writer in try JSONEncoding.encode(answer, into: &writer) }
        }
    }

    /// Creates a route whose answer is written by hand.
    init<Parameters: Decodable & SendableMetatype>(
        method: String, summary: String, access: SignalAccess, taking: Parameters.Type, answering: JSONSchema,
        _ serve: @escaping @Sendable (Parameters, SignalContext) async throws -> WriteAnswer
    ) {
        self.method = method
        self.summary = summary
        self.access = access
        effect = .reads
        isNoted = false
        isOutsideTree = true
        describe = { (try JSONSchema.of(Parameters.self), answering) }
        self.serve = { params, context, _ in try await serve(try Self.decode(Parameters.self, from: params), context) }
    }

    /// Creates a route from its parts.
    init(
        method: String, summary: String, access: SignalAccess, effect: SignalEffect,
        describe: @escaping @Sendable () throws -> (parameters: JSONSchema, answer: JSONSchema), serve: @escaping Serve
    ) {
        self.method = method
        self.summary = summary
        self.access = access
        self.effect = effect
        isNoted = false
        isOutsideTree = true
        self.describe = describe
        self.serve = serve
    }

    /// Decodes params and checks their texts.
    /// - Throws: ``InvalidParameters`` with the field at fault.
    package static func decode<Value: Decodable>(
        _ type: Value.Type, from params: JSONNode?, rawTexts: Set<String> = []
    ) throws -> Value {
        guard let node = params ?? emptyObject else { throw InvalidParameters(Refusal(.paramsMissing), field: nil) }
        guard node.kind == .object else {
            // A client that always sends positional params sends `[]` for none.
            guard node.isEmptyArray, let emptyObject else {
                throw InvalidParameters(Refusal(.paramsNotByName), field: nil)
            }
            return try decode(type, from: emptyObject)
        }
        let value: Value
        do {
            value = try node.decode(type, ignoringMember: "_meta")
        } catch {
            throw InvalidParameters(error.refusal, field: error.path)
        }
        try TextRule.check(node, except: rawTexts)
        return value
    }

    private static let emptyObject: JSONNode? = try? JSONDocument(text: "{}").root
}

/// Params that do not fit the signal: JSON-RPC's -32602, our `invalidArgument`.
package struct InvalidParameters: Error {
    package let refusal: Refusal
    package let field: String?

    init(_ refusal: Refusal, field: String?) {
        self.refusal = refusal
        self.field = field
    }

    package var fault: Fault {
        let name = field.flatMap { $0.isEmpty ? nil : $0 }
        return Fault(.invalidArgument, refusal.reason, refusal.details, field: name)
    }
}

extension JSONNode {
    fileprivate var isEmptyArray: Bool { kind == .array && count == 0 }
}
