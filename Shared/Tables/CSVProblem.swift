import Reasons

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
    public var description: String { refusal.description }

    /// What the line is or has, a rule without its subject.
    public var refusal: Refusal {
        switch rule {
        case .noHeader: Refusal(.csvWithoutHeader)
        case .fieldCount(let count, let wanted):
            Refusal(.csvFieldCount, ["fields": .number(count), "wanted": .number(wanted)])
        case .openQuote: Refusal(.csvOpenQuote)
        case .strayQuote: Refusal(.csvStrayQuote)
        case .textAfterQuote: Refusal(.csvTextAfterQuote)
        case .tooManyFields: Refusal(.csvTooManyFields, ["most": .number(CSVReader.mostFields)])
        case .tooLongField: Refusal(.csvTooLongField, ["most": .number(CSVReader.longestField)])
        }
    }
}
