/// Amounts and numbers as people read them, alike wherever Kopilka speaks. JSON is another matter and never looks like
/// this.
public enum AmountText {
    /// The space that holds a number together.
    public static let noBreakSpace = "\u{A0}"

    /// `1 234.50 RUB`, in Russian `1 234,50 ₽`, with no-break spaces, so that an amount is never torn apart.
    ///
    /// - Parameter isSigned: Whether a plus is written too.
    public static func money(_ money: Money, isSigned: Bool = false, in language: Language) -> String {
        (isSigned && money.minorUnits > 0 ? "+" : "")
            + amount(money.decimalText, unit(of: money.currency, in: language), in: language)
    }

    /// The same of a number that is no amount of the currency, such as one with too many decimals.
    public static func amount(_ number: String, _ currency: Currency, in language: Language) -> String {
        amount(number, unit(of: currency, in: language), in: language)
    }

    /// What stands behind amounts: `RUB`, in Russian `₽`.
    public static func unit(of currency: Currency, in language: Language) -> String {
        (language == .russian ? currency.ownSymbol : nil) ?? currency.code
    }

    private static func amount(_ number: String, _ unit: String, in language: Language) -> String {
        grouped(number, in: language) + noBreakSpace + unit
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

    /// An amount as ``Money/description`` has it, in a language; nil for any other text.
    public static func translated(_ text: String, to language: Language) -> String? {
        let space = text.lastIndex { $0 == " " || $0 == "\u{A0}" }
        guard let space, let currency = Currency(code: text[text.index(after: space)...]),
            let number = try? TypedNumber(text[..<space], as: .quantity)
        else { return nil }
        return amount(number.decimalText, currency, in: language)
    }

    /// A number as it is written, with the point or the comma of the language.
    public static func decimals(_ number: some StringProtocol, in language: Language) -> String {
        language == .russian ? String(number.map { $0 == "." ? "," : $0 }) : String(number)
    }
}

extension Money: CustomStringConvertible {
    /// The amount as sentences of services have it, in English and in ASCII: `37 499.50 RUB`.
    public var description: String {
        String(AmountText.money(self, in: .english).map { $0 == "\u{A0}" ? " " : $0 })
    }
}
