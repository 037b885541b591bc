import Domain

/// The Russian wording of a text.
package struct RussianWording: Sendable, ExpressibleByStringInterpolation {
    let text: String

    package init(stringLiteral text: String) { self.text = text }
    package init(stringInterpolation: Pieces) { text = stringInterpolation.text }

    /// The interpolated parts.
    package struct Pieces: WordingPieces {
        package static let language = Language.russian
        package var text = ""
        package init() {}

        /// Appends a count with its noun: `1 строка`, `2 строки`, `5 строк`, `7 680 строк`.
        package mutating func appendInterpolation(
            _ count: some BinaryInteger, _ one: String, _ few: String, _ many: String
        ) {
            let word = PluralForm(of: count, in: .russian).of(one, few, many)
            text += AmountText.grouped(String(count), in: Self.language) + AmountText.noBreakSpace + word
        }
    }
}
