import Domain

/// Money and time as people read them. JSON is another matter and never looks like this.
enum ValueText {
    /// The space that holds a number together.
    static let noBreakSpace = "\u{A0}"

    /// `1 234.50 RUB` with no-break spaces, so that an amount is never torn apart; ``MoneyArgument`` reads it back.
    ///
    /// - Parameter isSigned: Whether a plus is written too.
    static func money(_ money: Money, isSigned: Bool = false) -> String {
        let text = money.decimalText
        let isNegative = text.hasPrefix("-")
        let digits = text.drop { $0 == "-" }
        let units = Array(digits.prefix { $0 != "." })
        var grouped = ""
        for (index, digit) in units.enumerated() {
            if index > 0, (units.count - index) % 3 == 0 { grouped += noBreakSpace }
            grouped.append(digit)
        }
        let sign = isNegative ? "-" : isSigned && money.minorUnits > 0 ? "+" : ""
        return sign + grouped + digits.dropFirst(units.count) + noBreakSpace + money.currency.code
    }

    /// `1 row`, `25 rows`.
    ///
    /// - Parameter many: The plural, where it is not the singular with an s.
    static func count(_ number: some BinaryInteger, _ one: String, _ many: String? = nil) -> String {
        "\(number) \(number == 1 ? one : many ?? one + "s")"
    }

    /// `2026-11-21 08:51:48`, in UTC.
    static func time(_ instant: Instant) -> String {
        let text = instant.description
        return text.prefix(10) + " " + text.dropFirst(11).prefix(8)
    }

    /// `3d 4h`, `5m 12s`, `48s`: the two largest units.
    static func duration(seconds: Int) -> String {
        let units = [
            ("d", seconds / 86_400), ("h", seconds / 3600 % 24), ("m", seconds / 60 % 60), ("s", seconds % 60),
        ]
        let significant = units.drop { $0.1 == 0 }.prefix(2).filter { $0.1 > 0 }
        return significant.isEmpty ? "0s" : significant.map { "\($0.1)\($0.0)" }.joined(separator: " ")
    }
}
