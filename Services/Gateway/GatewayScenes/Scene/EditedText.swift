import Domain

/// A text that is being typed: grapheme clusters, and a cursor between two of them.
///
/// Keys arrive scalar by scalar, and a scalar may join the cluster before the cursor, the one behind it or both: accents,
/// joiners, flags, Hangul. So after each change the whole text is broken into clusters again, and the cursor stands at
/// the first boundary at or behind the place of the change. No index is computed from the count of another text.
///
/// - Source: UAX #29, extended grapheme clusters, as `Character` has them.
package struct EditedText: Hashable, Sendable {
    /// At most so many clusters.
    static let longest = 1000
    /// At most so many scalars: a single cluster can be made of a million.
    static let mostScalars = 4000

    /// What a person sees as one character each.
    private(set) var clusters: [Character] = []
    /// Before which cluster the cursor stands, 0 ... the count of clusters.
    package private(set) var cursor = 0

    /// - Parameter text: What stands in it, cut to the bounds; the cursor stands behind it.
    init(_ text: String = "") { insert(text) }

    /// All of it.
    var text: String { String(clusters) }

    /// What stands before the cursor.
    package var beforeCursor: String { String(clusters[..<cursor]) }

    /// Whether nothing stands in it.
    var isEmpty: Bool { clusters.isEmpty }

    /// Writes at the cursor, as much as there is room for. Line breaks and tabs become blanks; what would steer a
    /// terminal is left out.
    mutating func insert(_ given: String) {
        let room = Self.longest - clusters.count
        let scalarRoom = Self.mostScalars - scalarCount(clusters[...])
        guard room > 0, scalarRoom > 0 else { return }
        // What cannot fit is not looked at: a paste may be as long as anything.
        let part = Self.typed(given.unicodeScalars.prefix(scalarRoom))
        let written = String(String(part).prefix(room))
        guard !written.isEmpty else { return }
        let before = String(clusters[..<cursor]) + written
        set(before + String(clusters[cursor...]), placeBehind: before.unicodeScalars.count)
    }

    /// Takes away the cluster before the cursor.
    mutating func erase() {
        guard cursor > 0 else { return }
        remove(at: cursor - 1)
    }

    /// Takes away the cluster behind the cursor.
    mutating func eraseForward() {
        guard cursor < clusters.count else { return }
        remove(at: cursor)
    }

    /// Takes all of it away.
    mutating func clear() { self = EditedText() }

    /// Moves the cursor by so many clusters, at most to the ends.
    mutating func move(by count: Int) {
        cursor += count < 0 ? max(count, -cursor) : min(count, clusters.count - cursor)
    }

    // MARK: Breaking into clusters

    private mutating func remove(at index: Int) {
        let place = scalarCount(clusters[..<index])
        clusters.remove(at: index)
        set(String(clusters), placeBehind: place)
    }

    private func scalarCount(_ part: ArraySlice<Character>) -> Int {
        part.reduce(0) { $0 + $1.unicodeScalars.count }
    }

    /// Breaks a text into clusters anew and puts the cursor behind so many scalars, or behind the cluster they are in.
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
            // Two signs for one end of a line.
            case "\n" where last == "\r": break
            case "\n", "\r", "\t", "\u{2028}", "\u{2029}": kept.append(" ")
            default: if PlainText.isShown(scalar) { kept.append(scalar) }
            }
            last = scalar
        }
        return kept
    }
}
