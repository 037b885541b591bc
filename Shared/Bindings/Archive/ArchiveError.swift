/// The reason why an archive cannot be written or read.
public struct ArchiveError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The message of libarchive, the end of a sentence.
    public let problem: String

    public init(problem: String) { self.problem = problem }

    public var description: String { problem }
}
