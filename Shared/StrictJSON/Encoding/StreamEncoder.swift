/// The encoder of one value inside `level` containers.
struct StreamEncoder: Encoder {
    let writing: StreamWriting
    let level: Int

    /// Empty: an error gets its path while it propagates.
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(KeyedStreamContainer<Key>(writing: writing, level: level))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        UnkeyedStreamContainer(writing: writing, level: level)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension StreamEncoder: SingleValueEncodingContainer {
    func encodeNil() throws { writing.stream.writer.null() }
    func encode(_ value: Bool) throws { writing.stream.writer.value(value) }
    func encode(_ value: String) throws { writing.stream.writer.value(value) }
    func encode(_ value: Double) throws { try writing.stream.writer.value(value) }
    func encode(_ value: Float) throws { try writing.stream.writer.value(value) }
    func encode(_ value: Int) throws { writing.stream.writer.value(value) }
    func encode(_ value: Int8) throws { writing.stream.writer.value(value) }
    func encode(_ value: Int16) throws { writing.stream.writer.value(value) }
    func encode(_ value: Int32) throws { writing.stream.writer.value(value) }
    func encode(_ value: Int64) throws { writing.stream.writer.value(value) }
    func encode(_ value: UInt) throws { writing.stream.writer.value(value) }
    func encode(_ value: UInt8) throws { writing.stream.writer.value(value) }
    func encode(_ value: UInt16) throws { writing.stream.writer.value(value) }
    func encode(_ value: UInt32) throws { writing.stream.writer.value(value) }
    func encode(_ value: UInt64) throws { writing.stream.writer.value(value) }
    func encode<Value: Encodable>(_ value: Value) throws { try writing.write(value, level: level) }
}
