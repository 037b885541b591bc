/// Why a text is no table.
public struct CSVProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong with a line.
    public enum Rule: Hashable, Sendable {
        /// Nothing in the text.
        case noHeader
        /// Another number of fields than the header has.
        case fieldCount(Int, wanted: Int)
        /// A quotation mark that is not closed.
        case openQuote
        /// One within a field that does not begin with one.
        case strayQuote
        /// A field that goes on after its quotation marks.
        case textAfterQuote
        /// More than ``CSVReader/mostFields``.
        case tooManyFields
        /// A field longer than ``CSVReader/longestField``.
        case tooLongField
    }

    /// The line, the first being 1.
    public let line: Int
    /// What is wrong with it.
    public let rule: Rule

    public init(line: Int, rule: Rule) {
        self.line = line
        self.rule = rule
    }

    /// What the line is or has, without its subject: `has a quotation mark that is not closed`.
    public var description: String {
        switch rule {
        case .noHeader: "is empty, where the names of columns must be"
        case .fieldCount(let count, let wanted): "has \(count) fields, the header has \(wanted)"
        case .openQuote: "has a quotation mark that is not closed"
        case .strayQuote: "has a quotation mark where none can be"
        case .textAfterQuote: "goes on after the end of a quotation"
        case .tooManyFields: "has more than \(CSVReader.mostFields) fields"
        case .tooLongField: "has a field of more than \(CSVReader.longestField) bytes"
        }
    }
}
