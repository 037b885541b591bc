/// An object that is being encoded.
struct KeyedStreamContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let writing: StreamWriting
    let level: Int
    private let serial: Int

    init(writing: StreamWriting, level: Int) {
        self.writing = writing
        self.level = level
        serial = writing.stream.openContainer(isObject: true, at: level)
    }

    var codingPath: [any CodingKey] { [] }

    private func name(_ name: String) { writing.stream.beginMember(name, at: level, serial: serial) }

    @inline(__always)
    private func member(_ key: Key, _ write: (inout JSONWriter) throws(JSONEncodingError) -> Void)
        throws(JSONEncodingError)
    {
        let name = key.stringValue
        do {
            try writing.stream.writeMember(name, at: level, serial: serial, write)
        } catch {
            throw error.below(name)
        }
    }

    func encodeNil(forKey key: Key) throws { try member(key) { $0.null() } }
    func encode(_ value: Bool, forKey key: Key) throws { try member(key) { $0.value(value) } }
    func encode(_ value: String, forKey key: Key) throws { try member(key) { $0.value(value) } }
    func encode(_ value: Double, forKey key: Key) throws {
        try member(key) { writer throws(JSONEncodingError) in try writer.value(value) }
    }
    func encode(_ value: Float, forKey key: Key) throws {
        try member(key) { writer throws(JSONEncodingError) in try writer.value(value) }
    }
    func encode(_ value: Int, forKey key: Key) throws { try member(key) { $0.value(value) } }
    func encode(_ value: Int8, forKey key: Key) throws { try member(key) { $0.value(value) } }
    func encode(_ value: Int16, forKey key: Key) throws { try member(key) { $0.value(value) } }
    func encode(_ value: Int32, forKey key: Key) throws { try member(key) { $0.value(value) } }
    func encode(_ value: Int64, forKey key: Key) throws { try member(key) { $0.value(value) } }
    func encode(_ value: UInt, forKey key: Key) throws { try member(key) { $0.value(value) } }
    func encode(_ value: UInt8, forKey key: Key) throws { try member(key) { $0.value(value) } }
    func encode(_ value: UInt16, forKey key: Key) throws { try member(key) { $0.value(value) } }
    func encode(_ value: UInt32, forKey key: Key) throws { try member(key) { $0.value(value) } }
    func encode(_ value: UInt64, forKey key: Key) throws { try member(key) { $0.value(value) } }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        let name = key.stringValue
        self.name(name)
        do {
            try writing.write(value, level: level + 1)
        } catch let error as JSONEncodingError {
            throw error.below(name)
        }
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        name(key.stringValue)
        return KeyedEncodingContainer(KeyedStreamContainer<NestedKey>(writing: writing, level: level + 1))
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        name(key.stringValue)
        return UnkeyedStreamContainer(writing: writing, level: level + 1)
    }

    func superEncoder() -> any Encoder {
        name("super")
        return StreamEncoder(writing: writing, level: level + 1)
    }

    func superEncoder(forKey key: Key) -> any Encoder {
        name(key.stringValue)
        return StreamEncoder(writing: writing, level: level + 1)
    }
}
