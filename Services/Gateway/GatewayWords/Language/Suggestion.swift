/// Suggests a known word for an unknown one.
package enum Suggestion {
    /// Returns the nearest of `words`: one at distance 1, or else the shortest that begins with `word`, or else one at
    /// distance 2. Nil when none is near.
    package static func nearest(to word: String, among words: [String]) -> String? {
        let wanted = Array(word.lowercased())
        guard wanted.count <= 64 else { return nil }
        let allowed = wanted.count <= 3 ? 1 : 2
        let best = closest(to: wanted, among: words, within: allowed) { $0.lowercased() }
        if let best, best.slips <= 1 { return best.word }
        let begun = wanted.count < 3 ? [] : words.filter { $0.lowercased().hasPrefix(String(wanted)) }
        return begun.min { ($0.count, $0) < ($1.count, $1) } ?? best?.word
    }

    /// Returns the word that `word` was probably meant to be: at distance 1, for long words up to 2. Nil for words so
    /// short that one slip makes another word.
    package static func slip(of word: String, among words: [String]) -> String? {
        let wanted = Array(FoldedWord.of(word))
        guard (4...64).contains(wanted.count) else { return nil }
        let allowed = wanted.count < 7 ? 1 : 2
        return closest(to: wanted, among: words, within: allowed, FoldedWord.of)?.word
    }

    /// Returns `did you mean …?` for the nearest word, or nil.
    package static func question(for word: String, among words: [String], prefix: String = "") -> Text? {
        nearest(to: word, among: words).map { question(meaning: prefix + $0) }
    }

    /// Returns `did you mean …?`.
    package static func question(meaning word: String) -> Text { Text("did you mean \(word)?", "может быть, \(word)?") }

    /// Returns the word with the fewest slips of at most `allowed`; the first by alphabet of several.
    private static func closest(
        to wanted: [Character], among words: [String], within allowed: Int, _ fold: (String) -> String
    ) -> (word: String, slips: Int)? {
        words.compactMap { word in
            let letters = Array(fold(word))
            // Each letter more or less is a slip.
            guard abs(letters.count - wanted.count) <= allowed else { return nil }
            return (word, slips(between: wanted, and: letters))
        }.filter { $0.slips <= allowed }.min { ($0.slips, $0.word) < ($1.slips, $1.word) }
    }

    /// Returns Damerau's optimal string alignment distance: the letters to insert, delete, substitute or swap with a
    /// neighbour.
    private static func slips(between left: [Character], and right: [Character]) -> Int {
        var before: [Int] = []
        var above = Array(0...right.count)
        for row in 0..<left.count {
            var current = [row + 1]
            for column in 0..<right.count {
                let change = above[column] + (left[row] == right[column] ? 0 : 1)
                var best = min(change, above[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    best = min(best, before[column - 1] + 1)
                }
                current.append(best)
            }
            (before, above) = (above, current)
        }
        return above[right.count]
    }
}
