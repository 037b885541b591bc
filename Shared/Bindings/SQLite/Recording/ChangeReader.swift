/// Reads the record of a ``ChangeRecorder`` in place. Texts and blobs are lent, not copied: they are valid as long as
/// the bytes of the record.
struct ChangeReader {
    /// What a step of the record does. After a statement come its values: ``valueCount()``, so many ``value()``, and
    /// ``changed()``.
    enum Operation {
        /// A script without values.
        case script(String)
        /// A statement that appears for the first time.
        case newStatement(String)
        /// A statement that appeared before, by its place among the new ones.
        case statement(Int)
    }

    /// A value of a statement.
    enum Value {
        case null
        case integer(Int64)
        case real(Double)
        /// UTF-8.
        case text(UnsafeRawBufferPointer)
        case blob(UnsafeRawBufferPointer)
    }

    private let bytes: UnsafeRawBufferPointer
    private var position = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// Returns the next operation; nil at the end.
    /// - Throws: ``SQLiteError`` `corrupt` when the bytes are no record.
    mutating func next() throws(SQLiteError) -> Operation? {
        guard position < bytes.count else { return nil }
        let operation = try number()
        switch operation {
        case ChangeRecorder.script: return .script(try sql())
        case ChangeRecorder.newStatement: return .newStatement(try sql())
        default: return .statement(Int(clamping: operation) - ChangeRecorder.firstNumber)
        }
    }

    /// Returns the number of values that follow.
    mutating func valueCount() throws(SQLiteError) -> Int {
        let count = try number()
        // Each value takes a byte at least.
        guard count <= UInt64(bytes.count - position) else { throw Self.damaged }
        return Int(count)
    }

    /// Returns the next value.
    mutating func value() throws(SQLiteError) -> Value {
        switch try byte() {
        case 0: return .null
        case 1:
            let folded = try number()
            return .integer(Int64(bitPattern: folded >> 1) ^ -Int64(bitPattern: folded & 1))
        case 2: return .real(Double(bitPattern: UInt64(littleEndian: try take(8).loadUnaligned(as: UInt64.self))))
        case 3: return .text(try take(number()))
        case 4: return .blob(try take(number()))
        default: throw Self.damaged
        }
    }

    /// Returns how many rows the statement changed; nil when the record does not say it.
    mutating func changed() throws(SQLiteError) -> Int64? {
        let changed = try number()
        return changed == 0 ? nil : Int64(bitPattern: changed - 1)
    }

    private mutating func sql() throws(SQLiteError) -> String {
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

    private mutating func take(_ count: UInt64) throws(SQLiteError) -> UnsafeRawBufferPointer {
        guard count <= UInt64(bytes.count - position) else { throw Self.damaged }
        defer { position += Int(count) }
        return UnsafeRawBufferPointer(rebasing: bytes[position..<position + Int(count)])
    }

    static let damaged = SQLiteError(code: .corrupt, message: "A record of changes is damaged.")
}
