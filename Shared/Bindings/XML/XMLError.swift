/// The reason why a text was not parsed as XML.
public struct XMLError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of problem.
    public enum Problem: Hashable, Sendable, CustomStringConvertible {
        /// Not well-formed; the error of libexpat, in English.
        case malformed(String)
        /// A document type declaration, which is not allowed.
        case documentType
        /// Elements are nested deeper than ``XMLReader/mostDepth``.
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

    /// The line number, starting at 1.
    public let line: Int
    /// The problem at that line.
    public let problem: Problem

    public init(line: Int, problem: Problem) {
        self.line = line
        self.problem = problem
    }

    public var description: String { "line \(line) \(problem)" }
}
