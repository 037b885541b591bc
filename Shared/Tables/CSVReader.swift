/// Reads the rows of a text in which commas, or other marks, stand between fields.
///
/// Rows end with LF, CRLF or CR; those without anything in them are left out, as is a byte order mark.
/// - Source: RFC 4180.
public struct CSVReader {
    /// What to do with quotation marks where none can be.
    public enum Quoting: Sendable {
        /// Refuse the text: what somebody wrote for us says what it means.
        case strict
        /// Take them as they are, with what goes on after a quotation, and pass over blanks before one: banks write such.
        case lenient
    }

    /// The most fields of a row.
    public static let mostFields = 100
    /// The longest field, in bytes.
    public static let longestField = 16_384

    private static let quote = UInt8(ascii: "\"")
    private static let newline = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")

    private let bytes: [UInt8]
    private let separator: UInt8
    private let quoting: Quoting
    private var position: Int
    private var line = 1

    private init(_ text: String, separator: UInt8, quoting: Quoting) {
        bytes = Array(text.utf8)
        self.separator = separator
        self.quoting = quoting
        position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    /// The rows of a text, in order.
    ///
    /// - Parameter limit: Ends after so many rows.
    /// - Throws: ``CSVProblem``, the first from above.
    public static func rows(
        of text: String, separator: UInt8 = UInt8(ascii: ","), quoting: Quoting, limit: Int = .max
    ) throws(CSVProblem) -> [CSVRow] {
        var reader = CSVReader(text, separator: separator, quoting: quoting)
        var rows: [CSVRow] = []
        while rows.count < limit, let row = try reader.next() { rows.append(row) }
        return rows
    }

    /// What stands between the fields of the first line: a comma, or else a semicolon, as programs of countries write that
    /// have the comma in their numbers, or else a tab; a comma where there is none of them.
    public static func separator(of text: String) -> UInt8 {
        let separators = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
        let first = text.utf8.drop { $0 == newline || $0 == carriageReturn }
            .prefix { $0 != newline && $0 != carriageReturn }
        return separators.first(where: first.contains) ?? separators[0]
    }

    private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

    private func isEndOfField(_ byte: UInt8) -> Bool {
        byte == separator || byte == Self.newline || byte == Self.carriageReturn
    }

    /// The next row that has something in it; nil at the end.
    private mutating func next() throws(CSVProblem) -> CSVRow? {
        while position < bytes.count {
            let start = line
            var fields = [try field(ofRowAt: start)]
            while current == separator {
                position += 1
                guard fields.count < Self.mostFields else { throw CSVProblem(line: start, rule: .tooManyFields) }
                fields.append(try field(ofRowAt: start))
            }
            endLine()
            if fields != [""] { return CSVRow(lineNumber: start, fields: fields) }
        }
        return nil
    }

    private mutating func endLine() {
        if current == Self.carriageReturn {
            position += 1
            if current == Self.newline { position += 1 }
        } else if current != nil {
            position += 1
        }
        line += 1
    }

    private mutating func field(ofRowAt start: Int) throws(CSVProblem) -> String {
        if quoting == .lenient {
            let blanks = bytes[position...].prefix { $0 == UInt8(ascii: " ") }
            if blanks.endIndex < bytes.count, bytes[blanks.endIndex] == Self.quote { position = blanks.endIndex }
        }
        let field: ArraySlice<UInt8>
        if current == Self.quote {
            let quoted = try quotation(ofRowAt: start)
            let rest = restOfField()
            guard rest.isEmpty || quoting == .lenient else { throw CSVProblem(line: line, rule: .textAfterQuote) }
            field = (quoted + rest)[...]
        } else {
            field = restOfField()
            guard quoting == .lenient || !field.contains(Self.quote) else {
                throw CSVProblem(line: line, rule: .strayQuote)
            }
        }
        guard field.count <= Self.longestField else { throw CSVProblem(line: start, rule: .tooLongField) }
        return String(decoding: field, as: UTF8.self)
    }

    private mutating func restOfField() -> ArraySlice<UInt8> {
        let start = position
        while let byte = current, !isEndOfField(byte) { position += 1 }
        return bytes[start..<position]
    }

    /// What stands between quotation marks, of which two in a row are one.
    private mutating func quotation(ofRowAt start: Int) throws(CSVProblem) -> [UInt8] {
        var quoted: [UInt8] = []
        position += 1
        while let byte = current {
            position += 1
            if byte == Self.quote {
                guard current == Self.quote else { return quoted }
                position += 1
            } else if byte == Self.newline {
                line += 1
            }
            quoted.append(byte)
        }
        throw CSVProblem(line: start, rule: .openQuote)
    }
}
