/// The parameters of a statement in the form that libpq takes: big-endian binary values in one buffer.
struct Arguments {
    private(set) var types: [UInt32] = []
    private var starts: [Int?] = []
    private var lengths: [Int32] = []
    private var bytes: [UInt8] = []

    /// The number of parameters.
    var count: Int32 { Int32(starts.count) }

    /// Encodes the parameters.
    ///
    /// - Parameter expected: The types of a prepared statement; nil for a statement that is sent with its types.
    /// - Throws: ``PostgreSQLError`` `badParameter`.
    init(_ values: [PostgreSQLValue], expected: [PostgreSQLType]? = nil) throws(PostgreSQLError) {
        guard values.count <= PostgreSQLLimits.parameters else {
            throw .badParameter(values.count, "A statement has at most \(PostgreSQLLimits.parameters) parameters.")
        }
        if let expected, expected.count != values.count {
            throw .badParameter(values.count, "The statement was declared with \(expected.count) parameters.")
        }
        for (index, value) in values.enumerated() {
            if let type = value.type, let wanted = expected?[index], type != wanted {
                throw .badParameter(index + 1, "It was declared as type \(wanted.rawValue), not \(type.rawValue).")
            }
            try append(value, number: index + 1)
        }
        // libpq takes a null pointer for null, so even an empty value needs an address.
        bytes.append(0)
    }

    private mutating func append(_ value: PostgreSQLValue, number: Int) throws(PostgreSQLError) {
        let start = bytes.count
        switch value {
        case .null: break
        case .bool(let value): bytes.append(value ? 1 : 0)
        case .int32(let value): append(value)
        case .int64(let value): append(value)
        case .real(let value): append(value.bitPattern)
        case .bytes(let value): bytes += value
        case .text(let value):
            bytes += value.utf8
            guard !bytes[start...].contains(0) else { throw .badParameter(number, "A text has no zero bytes.") }
        case .timestamp(let microseconds):
            let (value, isOverflow) = microseconds.subtractingReportingOverflow(microsecondsTo2000)
            // The smallest number means "-infinity".
            guard !isOverflow, value != .min else { throw .badParameter(number, "The time is out of range.") }
            append(value)
        }
        guard bytes.count <= PostgreSQLLimits.parameterBytes else {
            throw .badParameter(number, "All parameters have at most \(PostgreSQLLimits.parameterBytes) bytes.")
        }
        types.append(value.type?.rawValue ?? 0)
        starts.append(value == .null ? nil : start)
        lengths.append(Int32(bytes.count - start))
    }

    private mutating func append(_ value: some FixedWidthInteger) {
        withUnsafeBytes(of: value.bigEndian) { bytes += $0 }
    }

    /// The arrays for `PQsendQueryParams`; valid during the call that gets them.
    struct Pointers {
        let values: UnsafePointer<UnsafePointer<CChar>?>?
        let lengths: UnsafePointer<Int32>?
        let formats: UnsafePointer<Int32>?
    }

    /// Calls `body` with the values, their lengths, and their formats, which are all binary.
    func withPointers<Value>(_ body: (Pointers) -> Value) -> Value {
        bytes.withUnsafeBytes { buffer in
            let start = buffer.bindMemory(to: CChar.self).baseAddress
            let values = starts.map { offset in offset.flatMap { start?.advanced(by: $0) } }
            let formats = [Int32](repeating: 1, count: values.count)
            return values.withUnsafeBufferPointer { values in
                lengths.withUnsafeBufferPointer { lengths in
                    formats.withUnsafeBufferPointer { formats in
                        body(
                            Pointers(
                                values: values.baseAddress, lengths: lengths.baseAddress, formats: formats.baseAddress))
                    }
                }
            }
        }
    }
}
