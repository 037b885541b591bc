import Domain

/// An amount as written: `-1 234,50 ₽`, `(1,234.50)`, `+12.-`, `12.50 DR`, `13,38- PLN`.
struct WrittenAmount: Hashable, Sendable {
    private let isNegative: Bool
    /// Digits, points and commas.
    private let body: [UInt8]
    /// The currency of the sign or code beside it.
    let currency: Currency?

    /// Nil for a text that is not an amount in any notation.
    init?(_ text: some StringProtocol) {
        guard text.utf8.count <= 64 else { return nil }
        var body: [UInt8] = []
        var minuses = 0
        var words = ""
        var isOpen = false
        for scalar in text.unicodeScalars {
            switch scalar {
            case "0"..."9", ".", ",": body.append(UInt8(scalar.value))
            case "-", "\u{2212}", "\u{2013}": minuses += 1
            case "(": (minuses, isOpen) = (minuses + 1, true)
            case ")": isOpen = false
            case "+", " ", "'", "\u{2019}", "\u{A0}", "\u{202F}", "\u{2009}", "$": continue
            default: words.unicodeScalars.append(scalar)
            }
        }
        words = words.lowercased()
        for (mark, isDebit) in [("dr", true), ("db", true), ("cr", false)]
        where words.hasSuffix(mark) && CSVColumns.currency(code: words) == nil {
            words.removeLast(mark.count)
            if isDebit { minuses += 1 }
            break
        }
        currency = CSVColumns.currency(code: words)
        guard words.isEmpty || currency != nil, minuses <= 1, !isOpen,
            body.contains(where: { (0x30...0x39).contains($0) })
        else { return nil }
        // "руб." and "12.-"
        if body.last == UInt8(ascii: ".") || body.last == UInt8(ascii: ",") { body.removeLast() }
        isNegative = minuses == 1
        self.body = body
    }

    var separators: Set<UInt8> { Set(body.filter { $0 < 0x30 }) }

    /// Returns the decimal separator if the text tells it; nil when it is ambiguous or missing.
    ///
    /// - Parameter exponent: The number of decimals of the currency.
    func decimalSeparator(exponent: Int) -> UInt8? {
        let (point, comma) = (UInt8(ascii: "."), UInt8(ascii: ","))
        let points = body.count { $0 == point }
        let commas = body.count { $0 == comma }
        if points > 0, commas > 0 {
            return body.last { $0 == point || $0 == comma }
        }
        guard points + commas > 0 else { return nil }
        let separator = points > 0 ? point : comma
        if points + commas > 1 { return separator == point ? comma : point }
        let decimals = body.lastIndex(of: separator).map { body.count - 1 - $0 } ?? 0
        if decimals == 3, exponent != 3 { return separator == point ? comma : point }
        return decimals == 3 ? nil : separator
    }

    /// Returns the amount.
    ///
    /// - Parameter separator: The decimal separator. The other one separates thousands.
    /// - Throws: ``MoneyRule``. Decimals beyond those of the currency must be zeros.
    func money(_ currency: Currency, separator: UInt8) throws(MoneyRule) -> Money {
        var text = isNegative ? "-" : ""
        var decimals: Int?
        var dropped = true
        for byte in body {
            if byte == separator {
                guard decimals == nil else { throw .notDecimal }
                decimals = 0
            } else if (0x30...0x39).contains(byte) {
                if let count = decimals {
                    guard count < currency.exponent else {
                        dropped = dropped && byte == 0x30
                        continue
                    }
                    if count == 0 { text += "." }
                    decimals = count + 1
                }
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else if decimals != nil {
                throw .notDecimal
            }
        }
        guard dropped else { throw .tooManyDecimals }
        if text.hasPrefix(".") { text = "0" + text }
        if text.hasPrefix("-.") { text = "-0" + text.dropFirst() }
        return try Money(decimal: text, currency: currency)
    }
}

/// The decimal separator of all amounts of a file.
enum DecimalSeparator {
    /// Returns the separator that most amounts show; a point when none does.
    static func find(in amounts: some Sequence<WrittenAmount>, exponent: Int, given: Character?) -> UInt8 {
        if let given { return given == "," ? UInt8(ascii: ",") : UInt8(ascii: ".") }
        var votes: [UInt8: Int] = [:]
        for amount in amounts {
            if let separator = amount.decimalSeparator(exponent: exponent) { votes[separator, default: 0] += 1 }
        }
        return (votes[UInt8(ascii: ",")] ?? 0) > (votes[UInt8(ascii: ".")] ?? 0) ? UInt8(ascii: ",") : UInt8(ascii: ".")
    }
}
