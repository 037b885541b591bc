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

        /// `1 строка`, `2 строки`, `5 строк`.
        mutating func appendInterpolation(
            _ count: some BinaryInteger, _ one: String, _ few: String, _ many: String
        ) {
            text += "\(count)\(AmountText.noBreakSpace)\(PluralForm(of: count, in: .russian).of(one, few, many))"
        }
    }
}
