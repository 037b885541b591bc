import Domain

/// Reads amounts as people type them: `500 RUB`, `500.50RUB`, `500,50 rub`, `500 ₽`, or `500` with the currency said elsewhere.
enum MoneyArgument {
    /// A number and, where it stands with it, the code of a currency; nil when the text is neither.
    static func split(_ text: String) -> (number: String, currency: String?)? {
        // What the gateway prints can be pasted back: its amounts hold no-break spaces.
        let kept = text.unicodeScalars.filter { ![" ", "\u{A0}", "\u{202F}", "_"].contains($0) }
        var compact = String(String.UnicodeScalarView(kept))
        let sign = compact.last.flatMap { Currency(ownSymbol: String($0))?.code }
        if let sign { compact = compact.dropLast() + sign }
        let number = compact.prefix { !$0.isLetter }
        let letters = compact.dropFirst(number.count)
        guard !number.isEmpty, letters.isEmpty || isCurrencyLike(letters) else { return nil }
        return (number.contains(".") ? String(number) : String(number.map { $0 == "," ? "." : $0 }), code(letters))
    }

    /// Whether a word has the form of a currency's code, in any case, or is the sign of one.
    static func isCurrencyLike(_ word: some StringProtocol) -> Bool {
        Currency(ownSymbol: word) != nil
            || word.utf8.count == 3
                && word.utf8.allSatisfy { ($0 | 0x20) >= UInt8(ascii: "a") && ($0 | 0x20) <= UInt8(ascii: "z") }
    }

    /// Whether a text is a decimal number in ASCII digits: `1234`, `-5`, `0.50`.
    static func isDecimal(_ text: some StringProtocol) -> Bool {
        let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
        let parts = digits.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return (1...2).contains(parts.count)
            && parts.allSatisfy { part in
                !part.isEmpty && part.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            }
    }

    /// The amount that a text, and perhaps `--currency`, say.
    static func money(_ text: String, currency spoken: String?, flag: String) throws(UsageError) -> Money {
        // Said with the text as it was typed: a number in another guise would look like somebody else's mistake.
        guard let (number, own) = split(text), isDecimal(number) else {
            throw UsageError(
                Text("\(text.debugDescription) is not an amount.", "\(text.debugDescription) — это не сумма."),
                hint: Text("write it like 500 RUB or 500.50RUB", "пишите так: 500 RUB, 500,50RUB или 500 ₽"),
                field: flag)
        }
        if let own, let spoken, own != spoken.uppercased() {
            let other = spoken.uppercased()
            throw UsageError(
                Text(
                    "The amount says \(own), --currency says \(other).", "В сумме \(own), а в --currency \(other)."),
                field: flag)
        }
        guard let code = own ?? spoken?.uppercased() else {
            throw UsageError(
                Text("The amount \(number) has no currency.", "У суммы \(number) нет валюты."),
                hint: Text(
                    "write \(number) RUB, or add --currency RUB", "напишите \(number) RUB или добавьте --currency RUB"),
                field: flag)
        }
        let currency = try currency(code, flag: "currency")
        do {
            return try Money(decimal: number, currency: currency)
        } catch {
            let typed = own == nil ? "\(text) \(code)" : text
            throw UsageError(
                Text("The amount \(typed) \(error.rawValue).", "Сумма \(typed) не подходит: \(russian(error))."),
                field: flag)
        }
    }

    /// The currency of a code, in any case.
    static func currency(_ code: String, flag: String) throws(UsageError) -> Currency {
        guard let currency = Currency(code: code.uppercased()) else {
            let near = Suggestion.question(for: code.uppercased(), among: Currency.all.map(\.code))
            throw UsageError(
                Text(
                    "\(code.debugDescription) is not a currency of ISO 4217.",
                    "\(code.debugDescription) — не валюта из ISO 4217."), hint: near, field: flag)
        }
        return currency
    }

    private static func russian(_ rule: MoneyRule) -> String {
        switch rule {
        case .notDecimal: "нужно десятичное число, например 1234,50"
        case .tooManyDecimals: "знаков после запятой больше, чем у валюты"
        case .tooLarge: "она больше, чем помещается на счёте"
        }
    }

    private static func code(_ letters: Substring) -> String? { letters.isEmpty ? nil : letters.uppercased() }
}
