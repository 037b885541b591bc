import Domain
import Glibc

/// Numbers as text, independent of the locale.
public enum NumberLabel {
    /// Returns a number with `places` decimals. Numbers beyond 15 digits, infinity and NaN use Swift's description.
    public static func decimal(_ value: Double, places: Int) -> String {
        guard value.isFinite, abs(value) < 1e15 else { return "\(value)" }
        let scale = (0..<places).reduce(1.0) { product, _ in product * 10 }
        let rounded = (abs(value) * scale).rounded()
        guard rounded < 9e18 else { return "\(value)" }
        let digits = String(Int64(rounded))
        let sign = value < 0 && rounded > 0 ? "-" : ""
        guard places > 0 else { return sign + digits }
        let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
        return sign + padded.dropLast(places) + "." + padded.suffix(places)
    }

    /// Returns a number with at most `places` decimals, without trailing zeros.
    public static func trimmed(_ value: Double, places: Int) -> String {
        let text = decimal(value, places: places)
        guard text.contains("."), !text.contains("e") else { return text }
        var kept = Substring(text)
        while kept.last == "0" { kept.removeLast() }
        if kept.last == "." { kept.removeLast() }
        return String(kept)
    }

    /// Returns a number with `places` decimals and grouped thousands: `1 234 567.50`.
    public static func grouped(_ value: Double, places: Int) -> String {
        grouped(decimal(value, places: places))
    }

    /// Returns the output of ``decimal(_:places:)`` with grouped thousands in a language: `1 234 567.50`, in Russian `1
    /// 234 567,50`.
    public static func grouped(_ text: String, in language: Language = .english) -> String {
        guard !text.contains("e"), text.first?.isLetter != true else { return AmountText.decimals(text, in: language) }
        return AmountText.grouped(text, in: language)
    }

    /// Returns a number in scientific notation, `1.25e12`, for very large and very small values.
    public static func scientific(_ value: Double) -> String {
        guard value != 0, value.isFinite else { return decimal(value, places: 0) }
        var exponent = Int(floor(log10(abs(value))))
        var mantissa = value / pow(10, Double(exponent))
        if abs(mantissa) >= 9.99995 {
            mantissa /= 10
            exponent += 1
        }
        return trimmed(mantissa, places: 4) + "e\(exponent)"
    }
}
