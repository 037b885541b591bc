import Domain
import Signals

extension ScannerSignal.Statistics {
    /// The smallest number of outcomes for which an edge is reported.
    private static let leastForEdge = 10

    /// Computes the statistics of the outcomes, and whether they differ from those of any candle.
    ///
    /// - Parameters:
    ///   - changes: The outcome of each match; nil where it is not known yet.
    ///   - base: The outcomes of all candles.
    ///   - distinctDays: The number of different days on which matches end.
    init(changes: [Double?], base: DirectionCount, distinctDays: Int) {
        let known = changes.compactMap { $0 }
        var counts = DirectionCount()
        for change in known { counts.add(change) }
        let direction: ScannerSignal.Direction =
            counts.up > counts.down ? .up : counts.down > counts.up ? .down : .none
        let probability = known.isEmpty ? nil : Double(max(counts.up, counts.down)) / Double(known.count)
        let interval = probability.flatMap { WilsonInterval(share: $0, of: known.count) }
        let baseRateUp = base.total == 0 ? nil : Double(base.up) / Double(base.total)
        let baseRateDown = base.total == 0 ? nil : Double(base.down) / Double(base.total)
        let baseRate: Double? =
            switch direction {
            case .up: baseRateUp
            case .down: baseRateDown
            case .none: nil
            }
        self.init(
            matches: changes.count, considered: known.count, up: counts.up, down: counts.down, flat: counts.flat,
            direction: direction, probability: probability, probabilityLow: interval?.low,
            probabilityHigh: interval?.high, meanChange: Self.mean(known), medianChange: Self.median(known),
            standardDeviation: Self.standardDeviation(known), meanUp: Self.mean(known.filter { $0 > 0 }),
            meanDown: Self.mean(known.filter { $0 < 0 }), baseRateUp: baseRateUp, baseRateDown: baseRateDown,
            edge: Self.edge(of: interval, over: baseRate, outcomes: known.count), distinctDays: distinctDays)
    }

    /// Returns whether the outcomes of the matches differ from the base rate.
    private static func edge(
        of interval: WilsonInterval?, over baseRate: Double?, outcomes: Int
    ) -> ScannerSignal.Edge {
        guard outcomes >= leastForEdge, let baseRate, let interval else { return .unknown }
        return baseRate < interval.low || baseRate > interval.high ? .yes : .no
    }

    private static func mean(_ values: [Double]) -> Double? {
        values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
    }

    private static func median(_ values: [Double]) -> Double? {
        guard !values.isEmpty else { return nil }
        let sorted = values.sorted()
        let middle = sorted.count / 2
        return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }

    private static func standardDeviation(_ values: [Double]) -> Double? {
        guard values.count >= 2, let mean = mean(values) else { return nil }
        let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        return (squares / Double(values.count - 1)).squareRoot()
    }
}
