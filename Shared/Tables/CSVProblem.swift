import Reasons

/// The reason why a text is not a table.
public struct CSVProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The rule that a line breaks.
    public enum Rule: Hashable, Sendable {
        /// The text is empty.
        case noHeader
        /// The number of fields differs from the header's.
        case fieldCount(Int, wanted: Int)
        /// A quotation mark is not closed.
        case openQuote
        /// A quotation mark stands within an unquoted field.
        case strayQuote
        /// A field continues after its closing quotation mark.
        case textAfterQuote
        /// More than ``CSVReader/mostFields`` fields.
        case tooManyFields
        /// A field longer than ``CSVReader/longestField``.
        case tooLongField
    }

    /// The line number, starting at 1.
    public let line: Int
    /// The broken rule.
    public let rule: Rule

    public init(line: Int, rule: Rule) {
        self.line = line
        self.rule = rule
    }

    /// The predicate without its subject: `has a quotation mark that is not closed`.
    public var description: String { refusal.description }

    /// The rule, as a predicate without its subject.
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
