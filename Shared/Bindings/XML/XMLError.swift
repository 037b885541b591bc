/// Why a text was not read as XML.
public struct XMLError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line, 1 for the first.
    public let line: Int
    /// What is wrong with it, the end of a sentence: "is not well-formed: mismatched tag".
    public let problem: String

    public init(line: Int, problem: String) {
        self.line = line
        self.problem = problem
    }

    public var description: String { "line \(line) \(problem)" }
}
