/// The decoder of one value on the tape.
struct TapeDecoder: Decoder {
    let reading: TapeReading
    let index: Int

    var node: JSONNode { reading.node(at: index) }
    var codingPath: [any CodingKey] { reading.codingPath(to: index) }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        reading.lookAt()
        return KeyedDecodingContainer(try KeyedTapeContainer<Key>(reading: reading, object: index))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        reading.lookAt()
        return try UnkeyedTapeContainer(reading: reading, array: index)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        reading.lookAt()
        return self
    }
}

extension TapeDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool { reading.isNull(at: index) }
    func decode(_ type: Bool.Type) throws -> Bool { try reading.bool(at: index) }
    func decode(_ type: String.Type) throws -> String { try reading.string(at: index) }
    func decode(_ type: Double.Type) throws -> Double { try reading.double(at: index) }
    func decode(_ type: Float.Type) throws -> Float { try reading.float(at: index) }
    func decode(_ type: Int.Type) throws -> Int { try reading.integer(at: index) }
    func decode(_ type: Int8.Type) throws -> Int8 { try reading.integer(at: index) }
    func decode(_ type: Int16.Type) throws -> Int16 { try reading.integer(at: index) }
    func decode(_ type: Int32.Type) throws -> Int32 { try reading.integer(at: index) }
    func decode(_ type: Int64.Type) throws -> Int64 { try reading.integer(at: index) }
    func decode(_ type: UInt.Type) throws -> UInt { try reading.integer(at: index) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try reading.integer(at: index) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try reading.integer(at: index) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try reading.integer(at: index) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try reading.integer(at: index) }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try reading.value(type, at: index) }
}
