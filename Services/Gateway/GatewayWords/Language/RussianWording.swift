import Domain

/// The wording of a text in Russian.
struct RussianWording: Sendable, ExpressibleByStringInterpolation {
    /// What it says.
    let text: String

    init(stringLiteral text: String) { self.text = text }
    init(stringInterpolation: Pieces) { text = stringInterpolation.text }

    /// Puts values into it.
    struct Pieces: WordingPieces {
        static let language = Language.russian
        var text = ""
        init() {}

        /// `1 строка`, `2 строки`, `5 строк`, `7 680 строк`.
        mutating func appendInterpolation(
            _ count: some BinaryInteger, _ one: String, _ few: String, _ many: String
        ) {
            let word = PluralForm(of: count, in: .russian).of(one, few, many)
            text += AmountText.grouped(String(count), in: Self.language) + AmountText.noBreakSpace + word
        }
    }
}
