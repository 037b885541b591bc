/// An error in the command line. The exit code is 2.
package struct UsageError: Error, Hashable, Sendable {
    /// The problem, as a sentence.
    package let message: Text
    /// What to write instead.
    package let hint: Text?
    /// The flag or field at fault.
    package let field: String?
    /// True when the syntax is valid but the name is unknown; for programs that is `notFound`.
    package let isUnknownName: Bool

    package init(_ message: Text, hint: Text? = nil, field: String? = nil, isUnknownName: Bool = false) {
        self.message = message
        self.hint = hint
        self.field = field
        self.isUnknownName = isUnknownName
    }
}
