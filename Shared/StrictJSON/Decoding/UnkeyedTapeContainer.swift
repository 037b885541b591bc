import Reasons

/// An array, decoded element by element.
struct UnkeyedTapeContainer: UnkeyedDecodingContainer {
    let reading: TapeReading
    let array: Int
    private let end: Int
    private var next: Int
    private(set) var currentIndex = 0

    init(reading: TapeReading, array: Int) throws {
        self.reading = reading
        self.array = array
        let entry = reading.document.entries[array]
        guard entry.kind == .array else { throw reading.failure(.mustBeArray, at: array) }
        end = Int(entry.next)
        next = array + 1
    }

    var codingPath: [any CodingKey] { reading.codingPath(to: array) }
    var count: Int? { reading.document.entries[array].count }
    var isAtEnd: Bool { next >= end }

    /// Returns the index of the next element.
    private func element() throws -> Int {
        guard next < end else { throw reading.failure(.hasTooFewElements, at: array) }
        return next
    }

    private mutating func advance() {
        next = Int(reading.document.entries[next].next)
        currentIndex += 1
    }

    /// Decodes an element and advances; a failure does not advance.
    private mutating func take<Value>(_ read: (Int) throws -> Value) throws -> Value {
        let value = try read(element())
        advance()
        return value
    }

    mutating func decodeNil() throws -> Bool {
        guard reading.isNull(at: try element()) else { return false }
        advance()
        return true
    }

    mutating func decode(_ type: Bool.Type) throws -> Bool { try take(reading.bool) }
    mutating func decode(_ type: String.Type) throws -> String { try take(reading.string) }
    mutating func decode(_ type: Double.Type) throws -> Double { try take(reading.double) }
    mutating func decode(_ type: Float.Type) throws -> Float { try take(reading.float) }
    mutating func decode(_ type: Int.Type) throws -> Int { try take(reading.integer) }
    mutating func decode(_ type: Int8.Type) throws -> Int8 { try take(reading.integer) }
    mutating func decode(_ type: Int16.Type) throws -> Int16 { try take(reading.integer) }
    mutating func decode(_ type: Int32.Type) throws -> Int32 { try take(reading.integer) }
    mutating func decode(_ type: Int64.Type) throws -> Int64 { try take(reading.integer) }
    mutating func decode(_ type: UInt.Type) throws -> UInt { try take(reading.integer) }
    mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try take(reading.integer) }
    mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try take(reading.integer) }
    mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try take(reading.integer) }
    mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try take(reading.integer) }
    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try take { [reading] in try reading.value(type, at: $0) }
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try take { [reading] in
            KeyedDecodingContainer(try KeyedTapeContainer<NestedKey>(reading: reading, object: $0))
        }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try take { [reading] in try UnkeyedTapeContainer(reading: reading, array: $0) }
    }

    mutating func superDecoder() throws -> any Decoder {
        try take { [reading] in TapeDecoder(reading: reading, index: $0) }
    }
}
