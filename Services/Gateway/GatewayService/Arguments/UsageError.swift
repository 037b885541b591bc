/// The command line is not one the gateway understands. Exit code 2.
struct UsageError: Error, Hashable, Sendable {
    /// What is wrong, a sentence.
    let message: Text
    /// What to write instead.
    let hint: Text?
    /// The flag or field at fault.
    let field: String?

    init(_ message: Text, hint: Text? = nil, field: String? = nil) {
        self.message = message
        self.hint = hint
        self.field = field
    }
}
