import Glibc

/// Round numbers along an axis, at distances of 1, 2, 2.5 or 5 times a power of ten.
public struct NumberSteps: Hashable, Sendable {
    /// The round numbers, ascending.
    public let ticks: [Double]
    /// The labels, all with as many decimals as are needed to distinguish them.
    public let labels: [String]

    /// The range from the first to the last round number.
    public var range: ClosedRange<Double> { (ticks.first ?? 0)...(ticks.last ?? 1) }

    /// Creates the round numbers over a range.
    ///
    /// - Parameters:
    ///   - range: The range from the lowest to the highest value; not empty.
    ///   - most: The approximate largest number of steps, without those beyond the range.
    ///   - hasQuarters: True to allow steps of 2.5; false for counts.
    ///   - isWithin: True when no tick may be outside the range; otherwise the ticks enclose it.
    ///   - isWhole: True to use only whole numbers.
    public init(
        over range: ClosedRange<Double>, most: Int, isWithin: Bool = false, hasQuarters: Bool = true,
        isWhole: Bool = false
    ) {
        let least = (range.upperBound - range.lowerBound) / Double(max(1, most))
        let rough = isWhole ? max(1, least) : least
        var exponent = Int(floor(log10(rough)))
        let power = pow(10, Double(exponent))
        let factors: [(factor: Double, decimals: Int)] = [(1, 0), (2, 0), (2.5, 1), (5, 0), (10, -1)]
        // A rounding error must not select the next larger step.
        let chosen =
            factors.first { (hasQuarters || $0.factor != 2.5) && $0.factor * power >= rough * (1 - 1e-9) } ?? (10, -1)
        let step = chosen.factor * power
        exponent -= chosen.decimals
        let (low, high) = (range.lowerBound / step, range.upperBound / step)
        let first = isWithin ? (low - 1e-9).rounded(.up) : (low + 1e-9).rounded(.down)
        let last = isWithin ? (high + 1e-9).rounded(.down) : (high - 1e-9).rounded(.up)
        // Each tick is computed from its index. Adding up steps would drift from the round numbers.
        let count = max(0, min(Double(max(1, most) * 2 + 4), last - first))
        let hasTicks = first.isFinite && last.isFinite && first <= last
        let ticks = hasTicks ? (0...Int(count)).map { (first + Double($0)) * step } : []
        self.ticks = ticks
        let greatest = ticks.map(abs).max() ?? 0
        let decimals = max(0, -exponent)
        labels = ticks.map { tick in
            greatest >= 1e12 || decimals > 9
                ? NumberLabel.scientific(tick) : NumberLabel.grouped(tick, places: decimals)
        }
    }
}
