/// An amount of money as a person types it: `500`, `1 500,50 руб.`, `$5`, `1,5к`, `2 тыс. ₽`, `500.50RUB`.
///
/// The one way in which Kopilka reads amounts that people type. A text without a currency takes the one it is read for,
/// usually that of an account.
public struct TypedAmount: Hashable, Sendable {
    /// Why a text is not one amount.
    public enum Problem: Error, Hashable, Sendable {
        /// There is no number in it, or something that no amount has.
        case notAnAmount
        /// It could be either of two numbers, each as in ``TypedNumber/decimalText``.
        case ambiguous(thousands: String, decimals: String, Currency?)
        /// Its currency is none of ISO 4217.
        case unknownCurrency(String)
        /// What stands for its currency could be any of these.
        case ambiguousCurrency(String, [Currency])
        /// It names no currency, and none is known.
        case noCurrency
        /// No amount of its currency is like that.
        case rule(MoneyRule, Currency)
    }

    /// The text of the number, with its sign.
    private let number: String
    /// How many zeros its multiplier adds: 3 for `5k`.
    private let zeros: Int
    /// What stands for its currency.
    private let unit: Unit?

    /// What stands for a currency.
    private enum Unit: Hashable, Sendable {
        /// A code.
        case code(String)
        /// A sign or a word, the currency that it means by itself, and all that it may mean.
        case sign(String, Currency?, [Currency])
    }

    /// Whether it names a currency.
    public var hasCurrency: Bool { unit != nil }

    /// Whether it names one by its code, which means one currency whatever it is read for.
    public var hasCode: Bool { if case .code? = unit { true } else { false } }

    /// Takes a text apart; what its number is depends on the currency.
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

    /// The amount.
    ///
    /// - Parameter standard: The currency where the text names none, usually that of an account.
    public func money(in standard: Currency?) throws(Problem) -> Money {
        // What is no number is not blamed on its currency.
        if unit == nil, standard == nil { _ = try decimalText() }
        return try inCurrency(currency(or: standard))
    }

    /// The amount in a currency that is known, as ``mayBe(in:)`` allows.
    public func inCurrency(_ currency: Currency) throws(Problem) -> Money {
        let number = try decimalText(in: currency)
        do throws(MoneyRule) {
            return try Money(decimal: number, currency: currency)
        } catch {
            throw .rule(error, currency)
        }
    }

    /// The number alone, as ``TypedNumber/decimalText``, for what counts money of any currency.
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

    /// Whether the currency that it names may be this one.
    public func mayBe(in currency: Currency) -> Bool {
        switch unit {
        case nil: true
        case .code(let code): code == currency.code
        case .sign(_, _, let all): all.contains(currency)
        }
    }

    /// The currency that it names, without asking what it is read for; nil where it names none or may mean several.
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
            // The sign of a currency of one's own is not taken for that of another that is better known.
            let here = standard.flatMap { all.contains($0) ? $0 : nil }
            let meant = Set([usual, here].compactMap { $0 })
            if let only = meant.first, meant.count == 1 { return only }
            if meant.isEmpty, all.count == 1 { return all[0] }
            throw .ambiguousCurrency(sign, (meant.isEmpty ? all : Array(meant)).sorted { $0.code < $1.code })
        }
    }

    /// Whether a word may stand before or behind the number of an amount: a currency, a multiplier, or both.
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

    /// Words for multipliers, the longest first.
    private static let multipliers: [(word: String, zeros: Int)] = [
        ("тыс.", 3), ("млн.", 6), ("тыс", 3), ("млн", 6), ("к", 3), ("k", 3),
    ]

    private static func multiplier(of text: String) -> (zeros: Int, rest: String)? {
        let lowered = text.lowercased()
        guard let found = multipliers.first(where: { lowered.hasPrefix($0.word) }) else { return nil }
        let rest = Array(text.unicodeScalars.dropFirst(found.word.unicodeScalars.count))
        return (found.zeros, self.text(trimmed(rest)))
    }

    /// Words for currencies in Russian and English, beside signs and codes.
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
