/// Why the terminal cannot be drawn on.
public struct TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What went wrong.
    public enum Code: Hashable, Sendable {
        /// `TERM` is not set, or names a terminal that nobody described.
        case unknownTerminal
        /// There is no locale of UTF-8.
        case noUTF8
        /// Standard input or output is no terminal.
        case notATerminal
    }

    /// What went wrong.
    public let code: Code

    public init(_ code: Code) { self.code = code }

    /// What went wrong, a sentence.
    public var description: String {
        switch code {
        case .unknownTerminal: "The terminal is of an unknown kind (TERM)."
        case .noUTF8: "There is no locale of UTF-8."
        case .notATerminal: "This is no terminal."
        }
    }
}
