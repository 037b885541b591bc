import Domain

/// The wording of a text in English.
struct EnglishWording: Sendable, ExpressibleByStringInterpolation {
    /// What it says.
    let text: String

    init(stringLiteral text: String) { self.text = text }
    init(stringInterpolation: Pieces) { text = stringInterpolation.text }

    /// Puts values into it.
    struct Pieces: WordingPieces {
        static let language = Language.english
        var text = ""
        init() {}

        /// `1 row`, `25 rows`, `7 680 rows`.
        mutating func appendInterpolation(_ count: some BinaryInteger, _ one: String, _ many: String) {
            let word = PluralForm(of: count, in: .english).of(one, many, many)
            text += AmountText.grouped(String(count), in: Self.language) + " " + word
        }
    }
}
