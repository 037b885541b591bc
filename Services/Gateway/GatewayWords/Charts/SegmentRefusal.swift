/// The reason why two typed ends of a segment are refused, with the typed texts, so that they can be corrected.
package struct SegmentRefusal: Error, Hashable, Sendable {
    /// The largest number of Unicode scalars that are kept of a typed text.
    private static let mostScalars = 64

    /// The text typed as the first end.
    package let first: String
    /// The text typed as the last end.
    package let last: String
    /// True when the last end is wrong, false when the first is.
    package let isAboutLast: Bool
    /// The reason.
    package let message: Text

    package init(first: String, last: String, isAboutLast: Bool, _ message: Text) {
        self.first = String(first.unicodeScalars.prefix(Self.mostScalars))
        self.last = String(last.unicodeScalars.prefix(Self.mostScalars))
        self.isAboutLast = isAboutLast
        self.message = message
    }
}
