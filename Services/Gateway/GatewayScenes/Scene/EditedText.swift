import Domain

/// A text being typed: grapheme clusters, and a cursor between two of them.
///
/// Keys arrive scalar by scalar, and a scalar may join the cluster before the cursor, the one after it, or both:
/// accents, joiners, flags, Hangul. So after each change the whole text is split into clusters again, and the cursor
/// moves to the first boundary at or after the place of the change. No index is computed from the count of another
/// text.
///
/// - Source: UAX #29, extended grapheme clusters, as `Character` implements them.
package struct EditedText: Hashable, Sendable {
    /// The maximum number of clusters.
    package static let longest = 1000
    /// The maximum number of scalars: a single cluster can consist of a million.
    package static let mostScalars = 4000

    /// The characters as users perceive them.
    package private(set) var clusters: [Character] = []
    /// The cluster after the cursor, 0 ... the count of clusters.
    package private(set) var cursor = 0

    /// Creates a text with the cursor at its end.
    ///
    /// - Parameter text: The content, cut to the limits.
    init(_ text: String = "") { insert(text) }

    /// The whole text.
    var text: String { String(clusters) }

    /// The text before the cursor.
    package var beforeCursor: String { String(clusters[..<cursor]) }

    var isEmpty: Bool { clusters.isEmpty }

    /// Inserts a text at the cursor, as far as there is room. Line breaks and tabs become spaces; control characters
    /// are removed.
    mutating func insert(_ given: String) {
        let room = Self.longest - clusters.count
        let scalarRoom = Self.mostScalars - scalarCount(clusters[...])
        guard room > 0, scalarRoom > 0 else { return }
        // Characters beyond the limit are not examined: a paste may be arbitrarily long.
        let part = Self.typed(given.unicodeScalars.prefix(scalarRoom))
        let written = String(String(part).prefix(room))
        guard !written.isEmpty else { return }
        let before = String(clusters[..<cursor]) + written
        set(before + String(clusters[cursor...]), placeBehind: before.unicodeScalars.count)
    }

    /// Deletes the cluster before the cursor.
    mutating func erase() {
        guard cursor > 0 else { return }
        remove(at: cursor - 1)
    }

    /// Deletes the cluster after the cursor.
    mutating func eraseForward() {
        guard cursor < clusters.count else { return }
        remove(at: cursor)
    }

    /// Deletes the whole text.
    mutating func clear() { self = EditedText() }

    /// Moves the cursor by a number of clusters, but not beyond the ends.
    mutating func move(by count: Int) {
        cursor += count < 0 ? max(count, -cursor) : min(count, clusters.count - cursor)
    }

    // MARK: Splitting into clusters

    private mutating func remove(at index: Int) {
        let place = scalarCount(clusters[..<index])
        clusters.remove(at: index)
        set(String(clusters), placeBehind: place)
    }

    private func scalarCount(_ part: ArraySlice<Character>) -> Int {
        part.reduce(0) { $0 + $1.unicodeScalars.count }
    }

    /// Splits a text into clusters and moves the cursor behind the given number of scalars, or behind the cluster that
    /// contains that place.
    private mutating func set(_ text: String, placeBehind scalars: Int) {
        clusters = Array(text)
        var seen = 0
        cursor = 0
        while cursor < clusters.count, seen < scalars {
            seen += clusters[cursor].unicodeScalars.count
            cursor += 1
        }
    }

    private static func typed(_ scalars: Substring.UnicodeScalarView) -> String.UnicodeScalarView {
        var kept = String.UnicodeScalarView()
        var last: Unicode.Scalar?
        for scalar in scalars {
            switch scalar {
            // Two scalars that form one line break.
            case "\n" where last == "\r": break
            case "\n", "\r", "\t", "\u{2028}", "\u{2029}": kept.append(" ")
            default: if PlainText.isShown(scalar) { kept.append(scalar) }
            }
            last = scalar
        }
        return kept
    }
}
