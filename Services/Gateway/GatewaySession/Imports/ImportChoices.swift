import Domain
import GatewayWords

/// The user's options for an import, besides the file and the account.
package struct ImportChoices: Hashable, Sendable {
    /// What to do with rows that may be duplicates.
    package enum Similarity: Hashable, Sendable { case undecided, skipped, kept }

    /// The balance before the first row.
    package var opening: Money?
    /// True to leave out unreadable lines and conflicting rows.
    package var skipsBad: Bool
    package var similarity: Similarity
    /// The name of the file; nil for standard input.
    package var fileName: String?
    /// True to refuse possible duplicates even when no other row is new, where nobody looks at the result.
    package var refusesSimilar = false

    package init(
        opening: Money? = nil, skipsBad: Bool = false, similarity: Similarity = .undecided, fileName: String? = nil
    ) {
        self.opening = opening
        self.skipsBad = skipsBad
        self.similarity = similarity
        self.fileName = fileName
    }

    /// Returns the name of a file for the list of imports, long enough to recognise it. Characters that such a name may
    /// not contain are removed: they are no reason to refuse a file.
    package static func fileName(of path: String) -> String {
        DisplayText.clean(String((path.split(separator: "/").last ?? "").prefix(100)))
    }
}
