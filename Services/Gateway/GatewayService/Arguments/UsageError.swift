/// The command line is not one the gateway understands. Exit code 2.
struct UsageError: Error, Hashable, Sendable {
    /// What is wrong, a sentence.
    let message: String
    /// What to write instead.
    let hint: String?
    /// The flag or field at fault.
    let field: String?

    init(_ message: String, hint: String? = nil, field: String? = nil) {
        self.message = message
        self.hint = hint
        self.field = field
    }
}
