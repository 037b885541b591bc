/// A decoder that returns sample values and records the reads.
struct NotingDecoder: Decoder {
    let notes: SchemaNotes

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(NotingContainer<Key>(notes: notes))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        throw JSONSchemaError(description: "a type that reads an array element by element must be JSONSchemaDescribed")
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }
}

extension NotingDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool { false }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let sample = try SchemaNotes.sample(of: type, depth: notes.depth)
        if notes.schema == nil { notes.schema = sample.schema }
        return sample.value
    }

    // The protocol requires each of these overloads; all call the generic one.
    private func known<Value: Decodable>() throws -> Value { try decode(Value.self) }
    func decode(_ type: Bool.Type) throws -> Bool { try known() }
    func decode(_ type: String.Type) throws -> String { try known() }
    func decode(_ type: Double.Type) throws -> Double { try known() }
    func decode(_ type: Float.Type) throws -> Float { try known() }
    func decode(_ type: Int.Type) throws -> Int { try known() }
    func decode(_ type: Int8.Type) throws -> Int8 { try known() }
    func decode(_ type: Int16.Type) throws -> Int16 { try known() }
    func decode(_ type: Int32.Type) throws -> Int32 { try known() }
    func decode(_ type: Int64.Type) throws -> Int64 { try known() }
    func decode(_ type: UInt.Type) throws -> UInt { try known() }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try known() }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try known() }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try known() }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try known() }
}
