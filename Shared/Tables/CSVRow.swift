/// A row of a table of text.
public struct CSVRow: Hashable, Sendable {
    /// The line of the text on which it begins, the first being 1; a row goes over several where a quoted field does.
    public let lineNumber: Int
    /// At least one; as they are, without the quotation marks they stood in.
    public let fields: [String]

    public init(lineNumber: Int, fields: [String]) {
        self.lineNumber = lineNumber
        self.fields = fields
    }

    /// The fields without blanks around them.
    public var trimmedFields: [String] {
        let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        return fields.map { String($0.drop(while: isBlank).reversed().drop(while: isBlank).reversed()) }
    }
}

/// A table of text whose first row names its columns.
public struct CSVTable: Hashable, Sendable {
    /// The names of the columns, without blanks around them.
    public let names: [String]
    /// The line on which those begin.
    public let headerLineNumber: Int
    /// The rows below, each of as many fields as there are names.
    public let rows: [CSVRow]

    /// Reads a text, whatever of comma, semicolon and tab its first row has between names.
    ///
    /// - Throws: ``CSVProblem``, the first from above.
    public init(_ text: String, quoting: CSVReader.Quoting = .strict) throws(CSVProblem) {
        let rows = try CSVReader.rows(of: text, separator: CSVReader.separator(of: text), quoting: quoting)
        guard let header = rows.first else { throw CSVProblem(line: 1, rule: .noHeader) }
        names = header.trimmedFields
        headerLineNumber = header.lineNumber
        self.rows = Array(rows.dropFirst())
        for row in self.rows where row.fields.count != names.count {
            throw CSVProblem(line: row.lineNumber, rule: .fieldCount(row.fields.count, wanted: names.count))
        }
    }
}
