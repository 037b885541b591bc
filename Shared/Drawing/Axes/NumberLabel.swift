import Domain
import Glibc

/// Numbers as people read them, without a locale.
public enum NumberLabel {
    /// A number with so many decimals; what is beyond 15 digits or no number is written as Swift writes it.
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

    /// A number with at most so many decimals, without zeros at the end.
    public static func trimmed(_ value: Double, places: Int) -> String {
        let text = decimal(value, places: places)
        guard text.contains("."), !text.contains("e") else { return text }
        var kept = Substring(text)
        while kept.last == "0" { kept.removeLast() }
        if kept.last == "." { kept.removeLast() }
        return String(kept)
    }

    /// A number with so many decimals, thousands apart: `1 234 567.50`.
    public static func grouped(_ value: Double, places: Int) -> String {
        grouped(decimal(value, places: places))
    }

    /// A number that ``decimal(_:places:)`` wrote, in a language: `1 234 567.50`, in Russian `1 234 567,50`.
    public static func grouped(_ text: String, in language: Language = .english) -> String {
        guard !text.contains("e"), text.first?.isLetter != true else { return AmountText.decimals(text, in: language) }
        return AmountText.grouped(text, in: language)
    }

    /// A number as `1.25e12`, for what is too large or too small to be written out.
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
