/// A cell with a number and its unit, taken apart: `1 234.50` and `RUB`, `62` and `%`.
struct UnitCell {
    /// The number with its sign.
    let number: String
    /// The code or the symbol of the currency, or another suffix of a number.
    let unit: String

    /// Parses a cell; nil for a text that does not end in a unit.
    init?(_ text: String) {
        let text = text.withoutTail { $0 == " " }
        guard let space = text.lastIndex(of: "\u{A0}") else { return nil }
        let unit = text[text.index(after: space)...]
        let isNumber = text.first.map { $0.isNumber || $0 == "+" || $0 == "-" } ?? false
        guard isNumber, !unit.isEmpty, !unit.contains(where: \.isNumber) else { return nil }
        (number, self.unit) = (String(text[..<space]), String(unit))
    }
}

extension String {
    /// Returns the text without its matching suffix.
    fileprivate func withoutTail(of matches: (Character) -> Bool) -> String {
        String(self[..<(lastIndex { !matches($0) }.map { index(after: $0) } ?? startIndex)])
    }
}
