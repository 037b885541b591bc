import Domain

/// What followed the matches, and whether that is more than what follows any candle.
package struct ScanStatistics: Hashable, Sendable {
    /// Which way most went.
    package enum Direction: String, Sendable {
        case up, down, none
    }

    /// Whether the matches tell more than any day does.
    package enum Edge: String, Sendable {
        /// The interval of the probability excludes the base rate.
        case yes
        /// It does not.
        case no
        /// There are too few matches to say.
        case unknown
    }

    /// From how many outcomes on an edge is told.
    package static let leastForEdge = 10

    package let matches: Int
    /// Matches whose outcome is known.
    package let counts: DirectionCount
    package let meanChange: Double?
    package let medianChange: Double?
    package let standardDeviation: Double?
    package let meanUp: Double?
    package let meanDown: Double?
    package let baseRateUp: Double?
    package let baseRateDown: Double?

    package init(changes: [Double?], base: DirectionCount) {
        let known = changes.compactMap { $0 }
        var counts = DirectionCount()
        for change in known { counts.add(change) }
        matches = changes.count
        self.counts = counts
        meanChange = Self.mean(known)
        medianChange = Self.median(known)
        standardDeviation = Self.standardDeviation(known)
        meanUp = Self.mean(known.filter { $0 > 0 })
        meanDown = Self.mean(known.filter { $0 < 0 })
        baseRateUp = base.total == 0 ? nil : Double(base.up) / Double(base.total)
        baseRateDown = base.total == 0 ? nil : Double(base.down) / Double(base.total)
    }

    package var considered: Int { counts.total }

    /// The side with more.
    package var direction: Direction {
        counts.up > counts.down ? .up : counts.down > counts.up ? .down : .none
    }

    /// The share of the larger side.
    package var probability: Double? {
        considered == 0 ? nil : Double(max(counts.up, counts.down)) / Double(considered)
    }

    /// Where the true share lies, at 95 %.
    package var interval: WilsonInterval? { probability.flatMap { WilsonInterval(share: $0, of: considered) } }

    /// Whether the matches tell more than any day does.
    package var edge: Edge {
        let base: Double?
        switch direction {
        case .up: base = baseRateUp
        case .down: base = baseRateDown
        case .none: base = nil
        }
        guard considered >= Self.leastForEdge, let base, let interval else { return .unknown }
        return base < interval.low || base > interval.high ? .yes : .no
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
