/// Amounts and numbers as people read them, the same throughout Kopilka. JSON never uses these forms.
public enum AmountText {
    /// The space inside numbers and amounts.
    public static let noBreakSpace = "\u{A0}"

    /// Returns `1 234.50 RUB`, in Russian `1 234,50 ₽`, with no-break spaces, so that no line breaks inside an amount.
    ///
    /// - Parameter isSigned: Writes a plus sign, too.
    public static func money(_ money: Money, isSigned: Bool = false, in language: Language) -> String {
        (isSigned && money.minorUnits > 0 ? "+" : "")
            + amount(money.decimalText, unit(of: money.currency, in: language), in: language)
    }

    /// Does the same for a number that is no valid amount of the currency, such as one with too many decimals.
    public static func amount(_ number: String, _ currency: Currency, in language: Language) -> String {
        amount(number, unit(of: currency, in: language), in: language)
    }

    /// Returns the unit that follows amounts: `RUB`, in Russian `₽`.
    public static func unit(of currency: Currency, in language: Language) -> String {
        (language == .russian ? currency.ownSymbol : nil) ?? currency.code
    }

    private static func amount(_ number: String, _ unit: String, in language: Language) -> String {
        grouped(number, in: language) + noBreakSpace + unit
    }

    /// Returns a decimal number in ASCII with grouped thousands: `-1 234.5`, in Russian `-1 234,5`.
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

    /// Translates an amount in the form of ``Money/description`` into a language; nil for any other text.
    public static func translated(_ text: String, to language: Language) -> String? {
        let space = text.lastIndex { $0 == " " || $0 == "\u{A0}" }
        guard let space, let currency = Currency(code: text[text.index(after: space)...]),
            let number = try? TypedNumber(text[..<space], as: .quantity)
        else { return nil }
        return amount(number.decimalText, currency, in: language)
    }

    /// Returns the number with the decimal point or comma of the language.
    public static func decimals(_ number: some StringProtocol, in language: Language) -> String {
        language == .russian ? String(number.map { $0 == "." ? "," : $0 }) : String(number)
    }
}

extension Money: CustomStringConvertible {
    /// The amount as in the sentences of services, in English and in ASCII: `37 499.50 RUB`.
    public var description: String {
        String(AmountText.money(self, in: .english).map { $0 == "\u{A0}" ? " " : $0 })
    }
}
