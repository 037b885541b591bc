import Glibc

/// Round numbers along an axis: 1, 2, 2.5 or 5 times a power of ten apart.
public struct NumberSteps: Hashable, Sendable {
    /// The round numbers, ascending.
    public let ticks: [Double]
    /// Their labels, all with as many decimals as are needed to tell them apart.
    public let labels: [String]

    /// From the first round number to the last.
    public var range: ClosedRange<Double> { (ticks.first ?? 0)...(ticks.last ?? 1) }

    /// Round numbers over a range.
    ///
    /// - Parameters:
    ///   - range: From the lowest to the highest value; more than nothing lies between.
    ///   - most: About how many steps at most; those that reach beyond the range come in addition.
    ///   - hasQuarters: Whether steps of 2.5 are taken too; not for what is counted.
    ///   - isWithin: Whether no tick may lie outside of the range; otherwise the ticks enclose it.
    ///   - isWhole: Whether only whole numbers are taken.
    public init(
        over range: ClosedRange<Double>, most: Int, isWithin: Bool = false, hasQuarters: Bool = true,
        isWhole: Bool = false
    ) {
        let least = (range.upperBound - range.lowerBound) / Double(max(1, most))
        let rough = isWhole ? max(1, least) : least
        var exponent = Int(floor(log10(rough)))
        let power = pow(10, Double(exponent))
        let factors: [(factor: Double, decimals: Int)] = [(1, 0), (2, 0), (2.5, 1), (5, 0), (10, -1)]
        // What rounding adds must not lead to the next step.
        let chosen =
            factors.first { (hasQuarters || $0.factor != 2.5) && $0.factor * power >= rough * (1 - 1e-9) } ?? (10, -1)
        let step = chosen.factor * power
        exponent -= chosen.decimals
        let (low, high) = (range.lowerBound / step, range.upperBound / step)
        let first = isWithin ? (low - 1e-9).rounded(.up) : (low + 1e-9).rounded(.down)
        let last = isWithin ? (high + 1e-9).rounded(.down) : (high - 1e-9).rounded(.up)
        // Steps are counted and not added up, so that none drifts from its round number.
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
