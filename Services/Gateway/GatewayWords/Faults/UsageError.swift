/// The command line is not one the gateway understands. Exit code 2.
package struct UsageError: Error, Hashable, Sendable {
    /// What is wrong, a sentence.
    package let message: Text
    /// What to write instead.
    package let hint: Text?
    /// The flag or field at fault.
    package let field: String?
    /// True where the words are in order, but name nothing that there is: for programs that is `notFound`.
    package let isUnknownName: Bool

    package init(_ message: Text, hint: Text? = nil, field: String? = nil, isUnknownName: Bool = false) {
        self.message = message
        self.hint = hint
        self.field = field
        self.isUnknownName = isUnknownName
    }
}
