/// Why a text was not read as XML.
public struct XMLError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong.
    public enum Problem: Hashable, Sendable, CustomStringConvertible {
        /// Not well-formed; the error of libexpat, in English.
        case malformed(String)
        /// A document type declaration, which is refused.
        case documentType
        /// Elements stand deeper in each other than ``XMLReader/mostDepth``.
        case tooDeep

        /// The end of a sentence: "is not well-formed XML: mismatched tag".
        public var description: String {
            switch self {
            case .malformed(let error): "is not well-formed XML: \(error)"
            case .documentType: "declares a document type, which is not accepted"
            case .tooDeep: "has elements more than \(XMLReader.mostDepth) deep"
            }
        }
    }

    /// The line, 1 for the first.
    public let line: Int
    /// What is wrong with it.
    public let problem: Problem

    public init(line: Int, problem: Problem) {
        self.line = line
        self.problem = problem
    }

    public var description: String { "line \(line) \(problem)" }
}
