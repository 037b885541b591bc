/// An amount of money as a person types it: `500`, `1 500,50 руб.`, `$5`, `1,5к`, `2 тыс. ₽`, `500.50RUB`.
///
/// This is the only parser of typed amounts in Kopilka. A text without a currency takes that of its context, usually of
/// an account.
public struct TypedAmount: Hashable, Sendable {
    /// The reason why a text is not a single amount.
    public enum Problem: Error, Hashable, Sendable {
        /// It contains no number, or it contains a character that no amount has.
        case notAnAmount
        /// It could be either of two numbers, each in the form of ``TypedNumber/decimalText``.
        case ambiguous(thousands: String, decimals: String, Currency?)
        /// Its currency is not in ISO 4217.
        case unknownCurrency(String)
        /// Its sign or word could mean any of these currencies.
        case ambiguousCurrency(String, [Currency])
        /// It names no currency, and the context has none.
        case noCurrency
        /// It breaks a rule for amounts of its currency.
        case rule(MoneyRule, Currency)
    }

    /// The text of the number, with its sign.
    private let number: String
    /// The number of zeros that its multiplier adds: 3 for `5k`.
    private let zeros: Int
    /// The unit that it names; nil for none.
    private let unit: Unit?

    /// The text that stands for a currency.
    private enum Unit: Hashable, Sendable {
        /// A code.
        case code(String)
        /// A sign or a word, the currency it means on its own, and all currencies it may mean.
        case sign(String, Currency?, [Currency])
    }

    /// True when it names a currency.
    public var hasCurrency: Bool { unit != nil }

    /// True when it names a currency by its code, which means one currency in any context.
    public var hasCode: Bool { if case .code? = unit { true } else { false } }

    /// Splits a text into its parts. The value of the number depends on the currency.
    public init(_ text: some StringProtocol) throws(Problem) {
        guard text.utf8.count <= TypedNumber.longest else { throw .notAnAmount }
        let scalars = Array(text.unicodeScalars)
        let isDigit: (Unicode.Scalar) -> Bool = { ("0"..."9").contains($0) }
        guard let first = scalars.firstIndex(where: isDigit), let last = scalars.lastIndex(where: isDigit) else {
            throw .notAnAmount
        }
        var before = Self.trimmed(scalars[..<first])
        let after = Self.trimmed(scalars[(last + 1)...])
        var sign = ""
        if let place = before.firstIndex(where: TypedNumber.isMinus) {
            before.remove(at: place)
            sign = "-"
        }
        number = sign + Self.text(scalars[first...last])
        let (prefix, suffix) = (Self.text(Self.trimmed(before)), Self.text(after))
        var (zeros, unit) = (0, suffix.isEmpty ? nil : Self.unit(suffix))
        if unit == nil, !suffix.isEmpty {
            guard let multiplier = Self.multiplier(of: suffix) else { throw .notAnAmount }
            zeros = multiplier.zeros
            unit = Self.unit(multiplier.rest)
            guard unit != nil || multiplier.rest.isEmpty else { throw .notAnAmount }
        }
        if !prefix.isEmpty {
            guard unit == nil, let leading = Self.unit(prefix) else { throw .notAnAmount }
            unit = leading
        }
        (self.zeros, self.unit) = (zeros, unit)
    }

    /// Returns the amount.
    ///
    /// - Parameter standard: The currency for a text that names none, usually that of an account.
    public func money(in standard: Currency?) throws(Problem) -> Money {
        // A text without a number is reported as such, not as one without a currency.
        if unit == nil, standard == nil { _ = try decimalText() }
        return try inCurrency(currency(or: standard))
    }

    /// Returns the amount in a given currency, which ``mayBe(in:)`` must allow.
    public func inCurrency(_ currency: Currency) throws(Problem) -> Money {
        let number = try decimalText(in: currency)
        do throws(MoneyRule) {
            return try Money(decimal: number, currency: currency)
        } catch {
            throw .rule(error, currency)
        }
    }

    /// Returns the number alone, in the form of ``TypedNumber/decimalText``, for money of any currency.
    public func decimalText(in currency: Currency? = nil) throws(Problem) -> String {
        do throws(TypedNumber.Problem) {
            return try TypedNumber(number, as: .amount(decimals: currency?.exponent)).shifted(by: zeros).decimalText
        } catch {
            switch error {
            case .notANumber: throw .notAnAmount
            case .ambiguous(let thousands, let decimals):
                throw .ambiguous(
                    thousands: TypedNumber.shifted(thousands, zeros), decimals: TypedNumber.shifted(decimals, zeros),
                    currency)
            }
        }
    }

    /// Returns true when the named currency may be this one.
    public func mayBe(in currency: Currency) -> Bool {
        switch unit {
        case nil: true
        case .code(let code): code == currency.code
        case .sign(_, _, let all): all.contains(currency)
        }
    }

    /// The named currency, without regard to the context; nil where it names none or may mean several.
    public var ownCurrency: Currency? { try? currency(or: nil) }

    private func currency(or standard: Currency?) throws(Problem) -> Currency {
        switch unit {
        case nil:
            guard let standard else { throw .noCurrency }
            return standard
        case .code(let code):
            guard let currency = Currency(code: code) else { throw .unknownCurrency(code) }
            return currency
        case .sign(let sign, let usual, let all):
            // The sign of the context's currency is not taken for that of a better-known one.
            let here = standard.flatMap { all.contains($0) ? $0 : nil }
            let meant = Set([usual, here].compactMap { $0 })
            if let only = meant.first, meant.count == 1 { return only }
            if meant.isEmpty, all.count == 1 { return all[0] }
            throw .ambiguousCurrency(sign, (meant.isEmpty ? all : Array(meant)).sorted { $0.code < $1.code })
        }
    }

    /// Returns true when a word may stand before or after the number of an amount: a currency, a multiplier, or both.
    public static func isUnit(_ word: some StringProtocol) -> Bool {
        let text = String(word)
        if unit(text) != nil { return true }
        guard let multiplier = multiplier(of: text) else { return false }
        return multiplier.rest.isEmpty || unit(multiplier.rest) != nil
    }

    // MARK: Words

    private static func trimmed(_ scalars: some Collection<Unicode.Scalar>) -> [Unicode.Scalar] {
        var kept = Array(scalars.drop(while: TypedNumber.isSpace))
        while let last = kept.last, TypedNumber.isSpace(last) { kept.removeLast() }
        return kept
    }

    private static func text(_ scalars: some Sequence<Unicode.Scalar>) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return String(text)
    }

    /// Words for multipliers, longest first.
    private static let multipliers: [(word: String, zeros: Int)] = [
        ("тыс.", 3), ("млн.", 6), ("тыс", 3), ("млн", 6), ("к", 3), ("k", 3),
    ]

    private static func multiplier(of text: String) -> (zeros: Int, rest: String)? {
        let lowered = text.lowercased()
        guard let found = multipliers.first(where: { lowered.hasPrefix($0.word) }) else { return nil }
        let rest = Array(text.unicodeScalars.dropFirst(found.word.unicodeScalars.count))
        return (found.zeros, self.text(trimmed(rest)))
    }

    /// Words for currencies in Russian and English, in addition to signs and codes.
    private static let words: [String: [String]] = {
        let all: [(words: [String], codes: [String])] = [
            (
                [
                    "руб", "руб.", "р", "р.", "рубль", "рубля", "рублей", "rouble", "roubles", "ruble", "rubles",
                ], ["RUB", "BYN"]
            ),
            (["долл", "долл.", "доллар", "доллара", "долларов", "dollar", "dollars"], ["USD"]),
            (["евро", "euro", "euros"], ["EUR"]), (["тенге"], ["KZT"]),
            (["грн", "грн.", "гривна", "гривны", "гривен"], ["UAH"]),
        ]
        return Dictionary(uniqueKeysWithValues: all.flatMap { entry in entry.words.map { ($0, entry.codes) } })
    }()

    private static func unit(_ text: String) -> Unit? {
        guard !text.isEmpty, multipliers.allSatisfy({ $0.word != text.lowercased() }) else { return nil }
        let bySign = Currency.all.filter { $0.symbol == text }
        if !bySign.isEmpty { return .sign(text, Currency(ownSymbol: text), bySign) }
        if let codes = words[text.lowercased()] {
            let currencies = codes.compactMap { Currency(code: $0) }
            return .sign(text, currencies.first, currencies)
        }
        let isCode = text.utf8.count == 3 && text.utf8.allSatisfy { (0x61...0x7A).contains($0 | 0x20) }
        return isCode ? .code(text.uppercased()) : nil
    }
}
