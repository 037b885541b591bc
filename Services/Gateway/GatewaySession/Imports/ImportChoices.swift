import Domain

/// What a person says of an import, besides the file and the account.
struct ImportChoices: Hashable, Sendable {
    /// What is to become of rows that are perhaps known.
    enum Similarity: Hashable, Sendable { case undecided, skipped, kept }

    /// What was in the account before the first row.
    var opening: Money?
    /// Whether lines that cannot be read and rows that are conflicts are left out.
    var skipsBad = false
    var similarity = Similarity.undecided
    /// What the file is called; nil for standard input.
    var fileName: String?

    /// The name that a file has in the list of imports: enough to know it by; what a name may not have in it is not worth
    /// refusing a file for.
    static func fileName(of path: String) -> String {
        DisplayText.clean(String((path.split(separator: "/").last ?? "").prefix(100)))
    }
}
