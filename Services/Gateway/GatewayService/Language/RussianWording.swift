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
            let form =
                switch RussianPlural(of: count) {
                case .one: one
                case .few: few
                case .many: many
                }
            text += "\(count)\(ValueText.noBreakSpace)\(form)"
        }
    }
}

/// The form that a Russian noun has behind a whole number.
///
/// - Source: CLDR, plural rules of `ru`.
enum RussianPlural: Hashable, Sendable {
    /// 1, 21, 31, but not 11.
    case one
    /// 2 ... 4, 22 ... 24, but not 12 ... 14.
    case few
    /// All others.
    case many

    init(of count: some BinaryInteger) {
        let (last, lastTwo) = (count.magnitude % 10, count.magnitude % 100)
        self =
            (11...14).contains(lastTwo) ? .many : last == 1 ? .one : (2...4).contains(last) ? .few : .many
    }
}
