import Reasons

/// An object, decoded by the keys of a type.
struct KeyedTapeContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let reading: TapeReading
    let object: Int

    /// Rejects a value that is not an object, and members without a key. A dictionary accepts every name.
    init(reading: TapeReading, object: Int) throws {
        self.reading = reading
        self.object = object
        let document = reading.document
        let entry = document.entries[object]
        guard entry.kind == .object else { throw reading.failure(.mustBeObject, at: object) }
        var name = object + 1
        while name < Int(entry.next) {
            if name != reading.ignoredName, Key(stringValue: document.text(at: name)) == nil {
                throw reading.failure(.isUnknownField, at: name + 1)
            }
            name = Int(document.entries[name + 1].next)
        }
    }

    var codingPath: [any CodingKey] { reading.codingPath(to: object) }
    var allKeys: [Key] { reading.node(at: object).members.compactMap { Key(stringValue: $0.name) } }

    func contains(_ key: Key) -> Bool { reading.document.root.sibling(at: object).member(key.stringValue) != nil }

    /// Returns the index of a member's value.
    private func value(_ key: Key) throws -> Int {
        let name = key.stringValue
        guard let value = reading.member(name, of: object) else { throw reading.missing(name, in: object) }
        return value
    }

    /// Returns the index of a member's value; nil when it is absent or null.
    private func presentValue(_ key: Key) -> Int? {
        guard let value = reading.member(key.stringValue, of: object), !reading.isNull(at: value) else { return nil }
        return value
    }

    func decodeNil(forKey key: Key) throws -> Bool { reading.isNull(at: try value(key)) }
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try reading.bool(at: value(key)) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try reading.string(at: value(key)) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try reading.double(at: value(key)) }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try reading.float(at: value(key)) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try reading.integer(at: value(key)) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try reading.integer(at: value(key)) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try reading.integer(at: value(key)) }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try reading.integer(at: value(key)) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try reading.integer(at: value(key)) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try reading.integer(at: value(key)) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try reading.integer(at: value(key)) }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try reading.integer(at: value(key)) }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try reading.integer(at: value(key)) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try reading.integer(at: value(key)) }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try reading.value(type, at: value(key))
    }

    // The versions of the standard library look the member up three times.

    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        try presentValue(key).map { try reading.bool(at: $0) }
    }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        try presentValue(key).map { try reading.string(at: $0) }
    }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
        try presentValue(key).map { try reading.double(at: $0) }
    }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
        try presentValue(key).map { try reading.integer(at: $0) }
    }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
        try presentValue(key).map { try reading.integer(at: $0) }
    }
    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        try presentValue(key).map { try reading.value(type, at: $0) }
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        KeyedDecodingContainer(try KeyedTapeContainer<NestedKey>(reading: reading, object: value(key)))
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try UnkeyedTapeContainer(reading: reading, array: value(key))
    }

    func superDecoder() throws -> any Decoder {
        guard let value = reading.member("super", of: object) else { throw reading.missing("super", in: object) }
        return TapeDecoder(reading: reading, index: value)
    }

    func superDecoder(forKey key: Key) throws -> any Decoder { TapeDecoder(reading: reading, index: try value(key)) }
}
