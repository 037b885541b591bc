/// Reads the record of a ``ChangeRecorder``.
struct ChangeReader {
    /// One step of a record.
    enum Step {
        /// Statements without values.
        case script(String)
        /// A statement with its values, and the number of rows that it changed where the record says so.
        case statement(String, [RecordedValue], changed: Int64?)
    }

    private let bytes: [UInt8]
    private var position = 0
    private var statements: [String] = []

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Returns the next step; nil at the end.
    /// - Throws: ``SQLiteError`` `corrupt` when the bytes are no record.
    mutating func next() throws(SQLiteError) -> Step? {
        guard position < bytes.count else { return nil }
        let operation = try number()
        if operation == ChangeRecorder.script { return .script(try text()) }
        if operation == ChangeRecorder.newStatement { statements.append(try text()) }
        let index =
            operation == ChangeRecorder.newStatement
            ? statements.count - 1 : Int(clamping: operation) - ChangeRecorder.firstNumber
        guard statements.indices.contains(index) else { throw Self.damaged }
        let count = try number()
        // Each value takes a byte at least.
        guard count <= UInt64(bytes.count - position) else { throw Self.damaged }
        var values: [RecordedValue] = []
        values.reserveCapacity(Int(count))
        for _ in 0..<count { values.append(try value()) }
        let changed = try number()
        return .statement(statements[index], values, changed: changed == 0 ? nil : Int64(bitPattern: changed - 1))
    }

    private mutating func value() throws(SQLiteError) -> RecordedValue {
        switch try byte() {
        case 0: return .null
        case 1:
            let folded = try number()
            return .integer(Int64(bitPattern: folded >> 1) ^ -Int64(bitPattern: folded & 1))
        case 2:
            let pattern = try take(8).enumerated().reduce(UInt64(0)) { $0 | UInt64($1.element) << (8 * $1.offset) }
            return .real(Double(bitPattern: pattern))
        case 3: return .text(try text())
        case 4: return .blob(Array(try take(number())))
        default: throw Self.damaged
        }
    }

    private mutating func text() throws(SQLiteError) -> String {
        guard let text = String(validating: try take(number()), as: UTF8.self) else { throw Self.damaged }
        return text
    }

    private mutating func number() throws(SQLiteError) -> UInt64 {
        var (number, shift) = (UInt64(0), UInt64(0))
        while true {
            let next = try byte()
            guard shift < 63 || next <= 1 else { throw Self.damaged }
            number |= UInt64(next & 0x7F) << shift
            if next < 0x80 { return number }
            shift += 7
        }
    }

    private mutating func byte() throws(SQLiteError) -> UInt8 {
        guard position < bytes.count else { throw Self.damaged }
        defer { position += 1 }
        return bytes[position]
    }

    private mutating func take(_ count: UInt64) throws(SQLiteError) -> ArraySlice<UInt8> {
        guard count <= UInt64(bytes.count - position) else { throw Self.damaged }
        defer { position += Int(count) }
        return bytes[position..<position + Int(count)]
    }

    private static let damaged = SQLiteError(code: .corrupt, message: "A record of changes is damaged.")
}
