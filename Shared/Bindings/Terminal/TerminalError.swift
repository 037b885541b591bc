/// The reason why the terminal cannot be used.
public struct TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error.
    public enum Code: Hashable, Sendable {
        /// `TERM` is not set, or names an unknown terminal.
        case unknownTerminal
        /// There is no UTF-8 locale.
        case noUTF8
        /// Standard input or output is not a terminal.
        case notATerminal
    }

    /// The kind of error.
    public let code: Code

    public init(_ code: Code) { self.code = code }

    /// The description, a sentence.
    public var description: String {
        switch code {
        case .unknownTerminal: "The terminal is of an unknown kind (TERM)."
        case .noUTF8: "There is no locale of UTF-8."
        case .notATerminal: "This is no terminal."
        }
    }
}
