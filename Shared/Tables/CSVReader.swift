/// A reader of the rows of a delimited text.
///
/// Rows end with LF, CRLF or CR. Empty rows and a byte order mark are skipped.
/// - Source: RFC 4180.
public struct CSVReader {
    /// The treatment of misplaced quotation marks.
    public enum Quoting: Sendable {
        /// Rejects the text, for files written for this program.
        case strict
        /// Keeps them as they are, keeps text after a closing quotation mark, and skips blanks before an opening one.
        /// Files of banks contain all of these.
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

    /// Returns the rows of a text, in order.
    ///
    /// - Parameter limit: The largest number of rows to read.
    /// - Throws: ``CSVProblem`` of the first bad line.
    public static func rows(
        of text: String, separator: UInt8 = UInt8(ascii: ","), quoting: Quoting, limit: Int = .max
    ) throws(CSVProblem) -> [CSVRow] {
        var reader = CSVReader(text, separator: separator, quoting: quoting)
        var rows: [CSVRow] = []
        while rows.count < limit, let row = try reader.next() { rows.append(row) }
        return rows
    }

    /// Returns the separator of the first line: a comma, else a semicolon, else a tab; a comma when there is none.
    /// Programs of countries with a decimal comma use semicolons.
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

    /// Returns the next row that is not empty; nil at the end.
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

    /// Returns the text of a quoted field; a doubled quotation mark stands for one.
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
