/// A row of a delimited text.
public struct CSVRow: Hashable, Sendable {
    /// The line on which the row begins, starting at 1. A row with quoted line breaks spans several lines.
    public let lineNumber: Int
    /// The fields, at least one, without their quotation marks and otherwise unchanged.
    public let fields: [String]

    public init(lineNumber: Int, fields: [String]) {
        self.lineNumber = lineNumber
        self.fields = fields
    }

    /// The fields without surrounding blanks.
    public var trimmedFields: [String] {
        let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        return fields.map { String($0.drop(while: isBlank).reversed().drop(while: isBlank).reversed()) }
    }
}

/// A delimited text whose first row names its columns.
public struct CSVTable: Hashable, Sendable {
    /// The names of the columns, without surrounding blanks.
    public let names: [String]
    /// The line on which the header begins.
    public let headerLineNumber: Int
    /// The rows below the header, each with one field per name.
    public let rows: [CSVRow]

    /// Parses a text. The first row determines the separator: comma, semicolon or tab.
    ///
    /// - Throws: ``CSVProblem`` of the first bad line.
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
