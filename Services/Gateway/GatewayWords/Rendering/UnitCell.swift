/// The text of a number with its unit, taken apart: `1 234.50` and `RUB`, `62` and `%`.
struct UnitCell {
    /// With its sign.
    let number: String
    /// The code or the sign of the currency, or what else stands behind a number.
    let unit: String

    /// Nil for a text that ends in no unit.
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
    /// The text without what it ends in.
    fileprivate func withoutTail(of matches: (Character) -> Bool) -> String {
        String(self[..<(lastIndex { !matches($0) }.map { index(after: $0) } ?? startIndex)])
    }
}
