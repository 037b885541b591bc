import StrictJSON

extension JSONDocument {
    /// What an answer of a service may be at most. A page of a thousand transactions is far below.
    package static let answerLimits = JSONLimits(maximumBytes: 1 << 26, maximumDepth: 64, maximumValues: 1 << 22)

    /// The value that the bytes of a JSON text hold.
    package static func read<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
        try JSONDocument(bytes, limits: answerLimits).root.decode(type)
    }
}
