/// The 95 % confidence interval of a share that was observed in a number of cases.
///
/// - Source: Edwin B. Wilson, "Probable inference, the law of succession, and statistical inference", 1927.
public struct WilsonInterval: Hashable, Sendable {
    /// The two-sided 95 % quantile of the normal distribution.
    public static let quantile = 1.959963984540054

    /// The lower end.
    public let low: Double
    /// The upper end.
    public let high: Double

    /// Creates the interval of `share`, observed in `count` cases; nil for no cases.
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
