import Domain

/// A table of text, read strictly: fields of a row with commas, semicolons or tabs between them, as the header has it.
///
/// - Source: RFC 4180; semicolons as programs of countries write that have a comma in their numbers.
struct CSVTable: Hashable, Sendable {
    /// A row, and the line of the text on which it begins, the first being 1.
    struct Row: Hashable, Sendable {
        let line: Int
        let fields: [String]
    }

    /// A line that is no row of a table.
    struct Fault: Error, Hashable, Sendable {
        let line: Int
        /// What it is, without its subject: `has a quote that does not end`.
        let problem: Text
    }

    /// The names of the columns, without spaces around them.
    let header: Row
    /// The rows after the header, empty lines left out.
    let rows: [Row]

    /// Reads a text.
    ///
    /// - Parameters:
    ///   - text: Of UTF-8; a byte order mark before it is passed over.
    ///   - mostRows: The most rows after the header.
    /// - Throws: ``Fault``: a quote where none can be, too many rows or columns, no header.
    init(_ text: String, mostRows: Int) throws(Fault) {
        var reader = Reader(text)
        guard let header = try reader.next() else {
            throw Fault(line: 1, problem: Text("is empty: a header is needed", "пустая: нужна шапка"))
        }
        self.header = Row(line: header.line, fields: header.fields.map { Self.trimmed($0) })
        var rows: [Row] = []
        while let row = try reader.next() {
            guard rows.count < mostRows else {
                throw Fault(
                    line: row.line,
                    problem: Text(
                        "is beyond the \(mostRows) that are taken at once", "лишняя: за раз берётся \(mostRows)"))
            }
            guard row.fields.count == header.fields.count else {
                let (found, wanted) = (row.fields.count, header.fields.count)
                throw Fault(
                    line: row.line,
                    problem: Text(
                        "has \(found, "field", "fields"), the header \(wanted)",
                        "содержит \(found, "поле", "поля", "полей"), а шапка \(wanted)"))
            }
            rows.append(row)
        }
        self.rows = rows
    }

    private static func trimmed(_ text: String) -> String {
        String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}

/// Walks through the bytes of a table.
private struct Reader {
    private static let mostFields = 64
    private let bytes: [UInt8]
    private var position = 0
    private var line = 1
    private let separator: UInt8

    init(_ text: String) {
        var bytes = Array(text.utf8)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
        let header = bytes.prefix { $0 != UInt8(ascii: "\n") }
        let separators = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
        separator = separators.first { header.contains($0) } ?? separators[0]
        self.bytes = bytes
    }

    private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

    private var isAtLineEnd: Bool {
        current == nil || current == UInt8(ascii: "\n")
            || (current == UInt8(ascii: "\r")
                && (position + 1 == bytes.count || bytes[position + 1] == UInt8(ascii: "\n")))
    }

    /// The next row that is not empty; nil at the end.
    mutating func next() throws(CSVTable.Fault) -> CSVTable.Row? {
        while current != nil {
            if isAtLineEnd {
                endLine()
                continue
            }
            let start = line
            var fields = [try field()]
            while current == separator {
                guard fields.count < Self.mostFields else {
                    throw fault(
                        Text("has more than \(Self.mostFields) fields", "содержит больше \(Self.mostFields) полей"))
                }
                position += 1
                fields.append(try field())
            }
            guard isAtLineEnd else { throw fault(Text("goes on after the end of a quote", "после кавычек что-то ещё")) }
            endLine()
            return CSVTable.Row(line: start, fields: fields)
        }
        return nil
    }

    private mutating func endLine() {
        if current == UInt8(ascii: "\r") { position += 1 }
        position += 1
        line += 1
    }

    private mutating func field() throws(CSVTable.Fault) -> String {
        if current == UInt8(ascii: "\"") { return try quoted() }
        let start = position
        while !isAtLineEnd, let byte = current, byte != separator {
            guard byte != UInt8(ascii: "\"") else {
                throw fault(Text("has a quote where none can be", "содержит кавычку там, где её быть не может"))
            }
            position += 1
        }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func quoted() throws(CSVTable.Fault) -> String {
        let start = line
        var text: [UInt8] = []
        position += 1
        while let byte = current {
            position += 1
            if byte == UInt8(ascii: "\"") {
                guard current == byte else { return String(decoding: text, as: UTF8.self) }
                position += 1
            } else if byte == UInt8(ascii: "\n") {
                line += 1
            }
            text.append(byte)
        }
        throw CSVTable.Fault(line: start, problem: Text("has a quote that does not end", "содержит незакрытую кавычку"))
    }

    private func fault(_ problem: Text) -> CSVTable.Fault { CSVTable.Fault(line: line, problem: problem) }
}
