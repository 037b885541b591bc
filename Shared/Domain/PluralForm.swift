/// The form of a noun after a whole number.
///
/// - Source: Unicode CLDR 46, plural rules of `en` and `ru`, cardinal numbers without decimals.
public enum PluralForm: Hashable, Sendable {
    /// English 1; Russian 1, 21, 31, but not 11.
    case one
    /// Russian 2 ... 4, 22 ... 24, but not 12 ... 14. English has no such form.
    case few
    /// All other numbers.
    case many

    /// Creates the form for a number.
    public init(of count: some BinaryInteger, in language: Language) {
        switch language {
        case .english: self = count == 1 ? .one : .many
        case .russian:
            let (last, lastTwo) = (count.magnitude % 10, count.magnitude % 100)
            self = (11...14).contains(lastTwo) ? .many : last == 1 ? .one : (2...4).contains(last) ? .few : .many
        }
    }

    /// Returns the word of this form.
    public func of(_ one: String, _ few: String, _ many: String) -> String {
        switch self {
        case .one: one
        case .few: few
        case .many: many
        }
    }
}
