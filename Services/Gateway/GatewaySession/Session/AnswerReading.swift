import StrictJSON

extension JSONDocument {
    /// The limits of a service's answer. A page of a thousand transactions is far below them.
    package static let answerLimits = JSONLimits(maximumBytes: 1 << 26, maximumDepth: 64, maximumValues: 1 << 22)

    /// Decodes a value from the bytes of a JSON text.
    package static func read<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
        try JSONDocument(bytes, limits: answerLimits).root.decode(type)
    }
}
