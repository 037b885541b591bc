/// A container that records the fields that a type decodes.
struct NotingContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let notes: SchemaNotes

    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { [] }
    func contains(_ key: Key) -> Bool { true }
    func decodeNil(forKey key: Key) throws -> Bool { false }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        let sample = try SchemaNotes.sample(of: type, depth: notes.depth)
        notes.note(key, sample.schema, isRequired: !(type is any OptionalType.Type))
        return sample.value
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        notes.note(key, try SchemaNotes.sample(of: type, depth: notes.depth).schema, isRequired: false)
        return nil
    }

    // The protocol requires each of these overloads; all call the generic one.
    private func known<Value: Decodable>(_ key: Key) throws -> Value { try decode(Value.self, forKey: key) }
    private func optional<Value: Decodable>(_ key: Key) throws -> Value? {
        try decodeIfPresent(Value.self, forKey: key)
    }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try known(key) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try known(key) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try known(key) }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try known(key) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try known(key) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try known(key) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try known(key) }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try known(key) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try known(key) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try known(key) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try known(key) }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try known(key) }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try known(key) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try known(key) }
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try optional(key) }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try optional(key) }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try optional(key) }
    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? { try optional(key) }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try optional(key) }
    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { try optional(key) }
    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { try optional(key) }
    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { try optional(key) }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try optional(key) }
    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { try optional(key) }
    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { try optional(key) }
    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { try optional(key) }
    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { try optional(key) }
    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { try optional(key) }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> { throw Self.nestingFailure(key) }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        throw Self.nestingFailure(key)
    }
    func superDecoder() throws -> any Decoder { NotingDecoder(notes: notes) }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw Self.nestingFailure(key) }

    private static func nestingFailure(_ key: Key) -> JSONSchemaError {
        JSONSchemaError(description: "a type that reads into \(key.stringValue) by hand must be JSONSchemaDescribed")
    }
}

/// Distinguishes optional types from others.
private protocol OptionalType {}
extension Optional: OptionalType {}
