import Domain
import GatewayWords

/// What a person says of an import, besides the file and the account.
package struct ImportChoices: Hashable, Sendable {
    /// What is to become of rows that are perhaps known.
    package enum Similarity: Hashable, Sendable { case undecided, skipped, kept }

    /// What was in the account before the first row.
    package var opening: Money?
    /// Whether lines that cannot be read and rows that are conflicts are left out.
    package var skipsBad: Bool
    package var similarity: Similarity
    /// What the file is called; nil for standard input.
    package var fileName: String?

    package init(
        opening: Money? = nil, skipsBad: Bool = false, similarity: Similarity = .undecided, fileName: String? = nil
    ) {
        self.opening = opening
        self.skipsBad = skipsBad
        self.similarity = similarity
        self.fileName = fileName
    }

    /// The name that a file has in the list of imports: enough to know it by; what a name may not have in it is not worth
    /// refusing a file for.
    package static func fileName(of path: String) -> String {
        DisplayText.clean(String((path.split(separator: "/").last ?? "").prefix(100)))
    }
}
