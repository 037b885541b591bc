import Coordination
import Identity
import Signals
import StrictJSON
import Transport

/// What a listener and a client do with the messages of one method.
struct SignalCoding: Sendable {
    /// The method's name.
    let method: String
    /// Decodes the params, and checks what came out.
    let checkParams: @Sendable (JSONNode?) throws -> Void
    /// Decodes the answer, and checks what came out.
    let checkAnswer: @Sendable (JSONNode) throws -> Void
    /// Params and answers that fit.
    let params: @Sendable () throws -> [String]
    let answers: @Sendable () throws -> [String]

    /// All methods of all services.
    static let all: [SignalCoding] = HouseService.allCases.map(\.rawValue).flatMap { service in
        SignalCatalogue.signals(of: service).map { coding(of: $0) }
    }

    /// The methods by name.
    static let byMethod: [String: SignalCoding] = Dictionary(all.map { ($0.method, $0) }) { first, _ in first }

    private static func coding<S: Signal>(of type: S.Type) -> SignalCoding {
        SignalCoding(
            method: S.method.name,
            checkParams: { params in
                let decode: (JSONNode?) throws -> S = { try SignalRoute.decode(S.self, from: $0, rawTexts: S.rawTexts) }
                let signal: S
                do {
                    signal = try decode(params)
                } catch let refused as InvalidParameters {
                    return try check(refused, of: params)
                }
                try checkAgain(signal, decode)
            },
            checkAnswer: { node in
                let answer: S.Answer
                do throws(JSONDecodingError) {
                    answer = try node.decode(S.Answer.self)
                } catch {
                    return try Refusals.check(error.refusal)
                }
                try checkAgain(answer) { try ($0?.decode(S.Answer.self)).unwrapped() }
            },
            params: { texts(try JSONSchema.of(S.self)) }, answers: { texts(try JSONSchema.of(S.Answer.self)) })
    }

    private static func texts(_ schema: JSONSchema) -> [String] {
        [true, false].map { SchemaText.value(of: schema, hasOptional: $0) }
    }

    private static func check(_ refused: InvalidParameters, of params: JSONNode?) throws {
        try Refusals.check(refused.refusal)
        try Refusals.bound(refused.fault)
        try demand(refused.fault.reason != nil, "a refusal has no reason")
    }

    /// Requires that what is written is read again, and written as the same.
    private static func checkAgain<Value: Codable>(
        _ value: Value, _ decode: (JSONNode?) throws -> Value
    ) throws {
        let written = try JSONEncoding.encode(value)
        let limits = JSONLimits(maximumBytes: max(1, written.count))
        let again = try decode(try JSONDocument(written, limits: limits).root)
        let rewritten = try JSONEncoding.encode(again)
        try demand(
            rewritten == written,
            "\(Value.self) is written as \(String(decoding: written, as: UTF8.self)), then as "
                + String(decoding: rewritten, as: UTF8.self))
    }
}

extension Optional {
    /// Returns the value.
    ///
    /// - Throws: ``FuzzFinding`` for nil.
    func unwrapped() throws(FuzzFinding) -> Wrapped {
        guard let self else { throw FuzzFinding(description: "nothing is decoded") }
        return self
    }
}
