/// Where the true share of something lies, by a count of cases, at 95 %.
///
/// - Source: Edwin B. Wilson, "Probable inference, the law of succession, and statistical inference", 1927.
public struct WilsonInterval: Hashable, Sendable {
    /// The quantile of the normal distribution for 95 % on both sides.
    public static let quantile = 1.959963984540054

    /// The lower end.
    public let low: Double
    /// The upper end.
    public let high: Double

    /// The interval of `share`, which was seen in `count` cases; nil without any.
    public init?(share: Double, of count: Int) {
        guard count > 0 else { return nil }
        let cases = Double(count)
        let square = Self.quantile * Self.quantile
        let center = share + square / (2 * cases)
        let half = Self.quantile * (share * (1 - share) / cases + square / (4 * cases * cases)).squareRoot()
        let scale = 1 + square / cases
        (low, high) = ((center - half) / scale, (center + half) / scale)
    }
}
