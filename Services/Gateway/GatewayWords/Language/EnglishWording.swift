import Domain

/// The English wording of a text.
package struct EnglishWording: Sendable, ExpressibleByStringInterpolation {
    let text: String

    package init(stringLiteral text: String) { self.text = text }
    package init(stringInterpolation: Pieces) { text = stringInterpolation.text }

    /// The interpolated parts.
    package struct Pieces: WordingPieces {
        package static let language = Language.english
        package var text = ""
        package init() {}

        /// Appends a count with its noun: `1 row`, `25 rows`, `7 680 rows`.
        package mutating func appendInterpolation(_ count: some BinaryInteger, _ one: String, _ many: String) {
            let word = PluralForm(of: count, in: .english).of(one, many, many)
            text += AmountText.grouped(String(count), in: Self.language) + " " + word
        }
    }
}
