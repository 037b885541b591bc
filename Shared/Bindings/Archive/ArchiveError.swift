/// Why an archive cannot be written or read.
public struct ArchiveError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What libarchive said, the end of a sentence.
    public let problem: String

    public init(problem: String) { self.problem = problem }

    public var description: String { problem }
}
