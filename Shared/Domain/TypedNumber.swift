/// A number as a person types it: `1500`, `1 500,50`, `1,500.50`, `1.5`.
///
/// Thousands may be separated by spaces of any kind, by apostrophes, by `_`, and by whichever of `.` and `,` does not
/// mark the decimals. Groups have three digits. A text that could be two numbers is refused, never guessed.
public struct TypedNumber: Hashable, Sendable {
    /// The reading of a single `.` or `,` before three digits, as in `1,500`.
    public enum Reading: Hashable, Sendable {
        /// An amount of money: the mark could separate thousands or decimals. For a currency without decimals (`0`), it
        /// separates thousands.
        ///
        /// - decimals: The number of decimals of the currency; nil when no currency is known.
        case amount(decimals: Int?)
        /// Any other number: a point marks decimals, a comma could do either.
        case quantity
    }

    /// The reason why a text is not a single number.
    public enum Problem: Error, Hashable, Sendable {
        /// It is not a number in any notation.
        case notANumber
        /// It could be either of two numbers, each in the form of ``TypedNumber/decimalText``.
        case ambiguous(thousands: String, decimals: String)
    }

    /// The longest text that is parsed, in bytes of UTF-8.
    public static let longest = 64

    /// ASCII digits with at most one point between them, after a minus when negative: `-1500.50`.
    public let decimalText: String

    /// Parses a text that contains a number and nothing else.
    public init(_ text: some StringProtocol, as reading: Reading) throws(Problem) {
        guard text.utf8.count <= Self.longest else { throw .notANumber }
        var scalars = Array(text.unicodeScalars)
        while let last = scalars.last, Self.isSpace(last) { scalars.removeLast() }
        scalars = Array(scalars.drop(while: Self.isSpace))
        let isNegative = scalars.first.map(Self.isMinus) ?? false
        if isNegative { scalars.removeFirst() }
        let sign = isNegative ? "-" : ""
        do throws(Problem) {
            decimalText = try sign + Self.unsigned(scalars, reading)
        } catch {
            guard case .ambiguous(let thousands, let decimals) = error else { throw error }
            throw .ambiguous(thousands: sign + thousands, decimals: sign + decimals)
        }
    }

    private init(decimalText: String) { self.decimalText = decimalText }

    /// Returns the number multiplied by 10 to the power of `places`, exactly.
    public func shifted(by places: Int) -> TypedNumber { TypedNumber(decimalText: Self.shifted(decimalText, places)) }

    /// Returns a decimal text multiplied by 10 to the power of `places`.
    static func shifted(_ text: String, _ places: Int) -> String {
        guard places > 0 else { return text }
        let parts = text.split(separator: ".", maxSplits: 1)
        let decimals = parts.count == 2 ? String(parts[1]) : ""
        let moved = decimals.prefix(places) + String(repeating: "0", count: max(0, places - decimals.count))
        let rest = decimals.dropFirst(places)
        let isNegative = parts[0].hasPrefix("-")
        let digits = (parts[0].drop { $0 == "-" } + moved).drop { $0 == "0" }
        return (isNegative ? "-" : "") + (digits.isEmpty ? "0" : String(digits)) + (rest.isEmpty ? "" : "." + rest)
    }

    /// Returns true when a scalar is white space within a line.
    static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar == " " || scalar == "\t" || scalar.properties.generalCategory == .spaceSeparator
    }

    /// Returns true for a minus sign, of ASCII or of mathematics.
    static func isMinus(_ scalar: Unicode.Scalar) -> Bool { scalar == "-" || scalar == "\u{2212}" }

    /// Returns true when a scalar separates thousands and nothing else.
    private static func partsThousands(_ scalar: Unicode.Scalar) -> Bool {
        isSpace(scalar) || scalar == "_" || scalar == "'" || scalar == "\u{2019}"
    }

    private static func unsigned(_ scalars: [Unicode.Scalar], _ reading: Reading) throws(Problem) -> String {
        var (parts, marks) = ([""], [Unicode.Scalar]())
        for scalar in scalars {
            if ("0"..."9").contains(scalar) {
                parts[parts.count - 1].unicodeScalars.append(scalar)
            } else if scalar == "." || scalar == "," {
                marks.append(scalar)
                parts.append("")
            } else if partsThousands(scalar) {
                marks.append(" ")
                parts.append("")
            } else {
                throw .notANumber
            }
        }
        guard parts.allSatisfy({ !$0.isEmpty }) else { throw .notANumber }
        guard let last = marks.last else { return parts[0] }
        let whole = parts.dropLast().joined()
        let isThousands = Self.areThousands(parts) && Set(marks).count == 1
        guard last != " ", marks.count(where: { $0 == last }) == 1 else {
            guard isThousands else { throw .notANumber }
            return parts.joined()
        }
        // The last mark is the only one of its kind: it marks decimals, unless it stands alone and could do either.
        guard Set(marks.dropLast()).count <= 1, areThousands(parts.dropLast()) || marks.count == 1 else {
            throw .notANumber
        }
        let decimals = "\(whole).\(parts[parts.count - 1])"
        guard marks.count == 1, isThousands, !parts[0].hasPrefix("0") else { return decimals }
        switch reading {
        case .amount(decimals: 0): return parts.joined()
        case .quantity where last == ".": return decimals
        case .amount, .quantity: throw .ambiguous(thousands: parts.joined(), decimals: decimals)
        }
    }

    /// Returns true when the parts are groups of thousands: one to three digits, then three each.
    private static func areThousands(_ parts: some Collection<String>) -> Bool {
        guard let first = parts.first else { return false }
        return (1...3).contains(first.utf8.count) && parts.dropFirst().allSatisfy { $0.utf8.count == 3 }
    }
}
