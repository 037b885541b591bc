/// Records the statements that write, with their values, in the order in which they ran.
///
/// A statement that failed, or was rolled back to a savepoint, leaves nothing. Format of the record, all numbers in
/// LEB128: an operation, and for 1 and above the values of the statement and the rows that it changed.
///
///     0 length text      a script without values
///     1 length text …    a statement that appears for the first time; it gets the next number, from 2 on
///     n …                the statement with this number once more
///
///     … = count of values, each a type and its content; 0, or 1 + the number of changed rows
final class ChangeRecorder {
    /// A position in the record.
    private struct Mark {
        let bytes: Int
        let statements: Int
    }

    private var bytes: [UInt8] = []
    /// The statements with a number in this record. They are retained, so that an address has one meaning.
    private var statements: [PreparedStatement] = []
    private var marks: [Mark] = []
    /// Distinguishes the numbers of this record from those of earlier ones.
    private var round = 1

    /// True when nothing was written since the last ``take()``.
    var isEmpty: Bool { bytes.isEmpty }

    /// Adds a statement that has just run with the values that are bound to it.
    ///
    /// - Parameter changed: The number of rows that it changed; nil when it is not over yet.
    func add(_ statement: PreparedStatement, _ sql: @autoclosure () -> String, changed: Int64?) {
        if statement.recording == round {
            bytes.append(number: UInt64(statement.recordedNumber))
        } else {
            statement.recording = round
            statement.recordedNumber = Self.firstNumber + statements.count
            statements.append(statement)
            bytes.append(number: Self.newStatement)
            bytes.append(text: sql())
        }
        bytes.append(number: UInt64(statement.values.count))
        for value in statement.values { value.write(to: &bytes) }
        bytes.append(number: changed.map { UInt64(bitPattern: $0) + 1 } ?? 0)
    }

    /// Adds a script that has just run.
    func add(script: String) {
        bytes.append(number: Self.script)
        bytes.append(text: script)
    }

    /// Returns the record and begins a new one.
    func take() -> [UInt8] {
        defer { clear() }
        return bytes
    }

    /// Drops the record and begins a new one.
    func clear() {
        // The next commit is often as long.
        let room = min(bytes.count, Self.mostRoom)
        bytes = []
        bytes.reserveCapacity(room)
        statements.removeAll(keepingCapacity: true)
        marks.removeAll(keepingCapacity: true)
        round += 1
    }

    func mark() { marks.append(Mark(bytes: bytes.count, statements: statements.count)) }

    func keep() { _ = marks.popLast() }

    func drop() {
        guard let mark = marks.popLast() else { return }
        bytes.removeLast(bytes.count - mark.bytes)
        for statement in statements[mark.statements...] { statement.recording = 0 }
        statements.removeLast(statements.count - mark.statements)
    }

    private static let mostRoom = 1 << 20

    static let script: UInt64 = 0
    static let newStatement: UInt64 = 1
    static let firstNumber = 2
}

/// A value bound to a statement.
enum RecordedValue {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])

    func write(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes.append(0)
        case .integer(let value):
            bytes.append(1)
            // The sign goes last, so that small numbers stay short on both sides of zero.
            bytes.append(number: UInt64(bitPattern: value << 1 ^ value >> 63))
        case .real(let value):
            bytes.append(2)
            withUnsafeBytes(of: value.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
        case .text(let text):
            bytes.append(3)
            bytes.append(text: text)
        case .blob(let blob):
            bytes.append(4)
            bytes.append(number: UInt64(blob.count))
            bytes.append(contentsOf: blob)
        }
    }
}

extension [UInt8] {
    /// Appends a number: seven bits a byte, the lowest first. Source: LEB128, DWARF 5, section 7.6.
    mutating func append(number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(rest))
    }

    fileprivate mutating func append(text: String) {
        append(number: UInt64(text.utf8.count))
        append(contentsOf: text.utf8)
    }
}
