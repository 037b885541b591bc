/// Amounts and numbers as people read them, alike wherever Kopilka speaks. JSON is another matter and never looks like
/// this.
public enum AmountText {
    /// The space that holds a number together.
    public static let noBreakSpace = "\u{A0}"

    /// `1 234.50 RUB`, in Russian `1 234,50 ₽`, with no-break spaces, so that an amount is never torn apart.
    ///
    /// - Parameter isSigned: Whether a plus is written too.
    public static func money(_ money: Money, isSigned: Bool = false, in language: Language) -> String {
        let sign = isSigned && money.minorUnits > 0 ? "+" : ""
        let unit = language == .russian ? money.currency.ownSymbol : nil
        return sign + grouped(money.decimalText, in: language) + noBreakSpace + (unit ?? money.currency.code)
    }

    /// A decimal number in ASCII with its thousands apart: `-1 234.5`, in Russian `-1 234,5`.
    public static func grouped(_ number: String, in language: Language) -> String {
        let digits = number.drop { $0 == "-" }
        let units = Array(digits.prefix { $0 != "." })
        var grouped = ""
        for (index, digit) in units.enumerated() {
            if index > 0, (units.count - index) % 3 == 0 { grouped += noBreakSpace }
            grouped.append(digit)
        }
        return (number.hasPrefix("-") ? "-" : "") + grouped + decimals(digits.dropFirst(units.count), in: language)
    }

    /// A number as it is written, with the point or the comma of the language.
    public static func decimals(_ number: some StringProtocol, in language: Language) -> String {
        language == .russian ? String(number.map { $0 == "." ? "," : $0 }) : String(number)
    }
}
