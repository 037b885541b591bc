/// An array that is being encoded.
struct UnkeyedStreamContainer: UnkeyedEncodingContainer {
    let writing: StreamWriting
    let level: Int
    private let serial: Int

    init(writing: StreamWriting, level: Int) {
        self.writing = writing
        self.level = level
        serial = writing.stream.openContainer(isObject: false, at: level)
    }

    var codingPath: [any CodingKey] { [] }
    var count: Int { writing.stream.count(at: level) }

    @inline(__always)
    private func element() { writing.stream.proceed(at: level, serial: serial) }

    @inline(__always)
    private func integer<Integer: FixedWidthInteger>(_ value: Integer) {
        element()
        writing.stream.writer.value(value)
    }

    func encodeNil() throws {
        element()
        writing.stream.writer.null()
    }

    func encode(_ value: Bool) throws {
        element()
        writing.stream.writer.value(value)
    }

    func encode(_ value: String) throws {
        element()
        writing.stream.writer.value(value)
    }

    func encode(_ value: Double) throws {
        element()
        try writing.stream.writer.value(value)
    }

    func encode(_ value: Float) throws {
        element()
        try writing.stream.writer.value(value)
    }

    func encode(_ value: Int) throws { integer(value) }
    func encode(_ value: Int8) throws { integer(value) }
    func encode(_ value: Int16) throws { integer(value) }
    func encode(_ value: Int32) throws { integer(value) }
    func encode(_ value: Int64) throws { integer(value) }
    func encode(_ value: UInt) throws { integer(value) }
    func encode(_ value: UInt8) throws { integer(value) }
    func encode(_ value: UInt16) throws { integer(value) }
    func encode(_ value: UInt32) throws { integer(value) }
    func encode(_ value: UInt64) throws { integer(value) }

    func encode<Value: Encodable>(_ value: Value) throws {
        element()
        try writing.write(value, level: level + 1)
    }

    func nestedContainer<NestedKey: CodingKey>(keyedBy keyType: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
        element()
        return KeyedEncodingContainer(KeyedStreamContainer<NestedKey>(writing: writing, level: level + 1))
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        element()
        return UnkeyedStreamContainer(writing: writing, level: level + 1)
    }

    /// The encoder of an element that must write something, because an array cannot omit an element.
    func superEncoder() -> any Encoder {
        element()
        return StreamEncoder(writing: writing, level: level + 1)
    }
}
