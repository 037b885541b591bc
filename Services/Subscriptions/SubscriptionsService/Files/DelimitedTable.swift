import Coordination

/// A table as text: RFC 4180, commas, quotes where they are needed.
enum DelimitedTable {
    /// A row, and the line it begins on.
    struct Row {
        let line: Int
        let fields: [String]
    }

    /// Writes rows, CRLF at each end of line. A text that a spreadsheet would take for a formula begins with `'`.
    static func write(_ rows: [[String]]) -> String {
        rows.map { $0.map(quoted).joined(separator: ",") + "\r\n" }.joined()
    }

    /// Reads rows; those without anything in them are left out.
    /// - Throws: ``Fault`` `invalidArgument` of `content`.
    static func read(_ text: String) throws(Fault) -> [Row] {
        var (rows, fields, field) = ([Row](), [String](), [UInt8]())
        var (line, firstLine, isQuoted, wasQuoted) = (1, 1, false, false)
        let bytes = Array(text.utf8)
        func endField() {
            var value = String(decoding: field, as: UTF8.self)
            if value.hasPrefix("'"), let second = value.dropFirst().first, "=+-@".contains(second) {
                value.removeFirst()
            }
            fields.append(value)
            (field, wasQuoted) = ([], false)
        }
        func endRow() {
            endField()
            if fields != [""] { rows.append(Row(line: firstLine, fields: fields)) }
            fields = []
        }
        var index = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if isQuoted {
                if byte == UInt8(ascii: "\n") { line += 1 }
                guard byte == UInt8(ascii: "\"") else {
                    field.append(byte)
                    continue
                }
                if index < bytes.count, bytes[index] == UInt8(ascii: "\"") {
                    field.append(byte)
                    index += 1
                } else {
                    isQuoted = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\"") where field.isEmpty && !wasQuoted: (isQuoted, wasQuoted) = (true, true)
            case UInt8(ascii: ","): endField()
            case UInt8(ascii: "\n"):
                endRow()
                line += 1
                firstLine = line
            case UInt8(ascii: "\r") where index < bytes.count && bytes[index] == UInt8(ascii: "\n"): continue
            default: field.append(byte)
            }
        }
        guard !isQuoted else {
            throw .invalidArgument("content", "has a quotation mark that is not closed, from line \(firstLine) on")
        }
        if !field.isEmpty || !fields.isEmpty || wasQuoted { endRow() }
        return rows
    }

    private static func quoted(_ field: String) -> String {
        let text = field.first.map { "=+-@\t".contains($0) } ?? false ? "'" + field : field
        guard text.utf8.contains(where: { [0x22, 0x2c, 0x0a, 0x0d].contains($0) }) else { return text }
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }
}
