import Signals

/// What the odds of a pattern are worth.
extension ScannerSignal.Statistics {
    /// How often any candle is followed by the direction of the pattern. Without a direction the larger of both, which
    /// flatters nothing.
    package var baseRate: Double {
        switch direction {
        case .up: baseRateUp ?? 1
        case .down: baseRateDown ?? 1
        case .none: max(baseRateUp ?? 1, baseRateDown ?? 1)
        }
    }

    /// How far the lower bound of the probability stands above the base rate; below it, less than 0.
    package var excess: Double { (probabilityLow ?? 0) - baseRate }

    /// Whether the shape was followed by its direction more often than chance explains.
    package var isSignificant: Bool { edge == .yes && direction != .none && excess > 0 }
}

/// A segment that was looked for.
package struct Candidate: Hashable, Sendable {
    package let shape: SegmentShape
    /// Its first and its last day.
    package let from: String
    package let to: String
    package let stats: ScannerSignal.Statistics
    /// The nearest.
    package let matches: [ScannerSignal.Match]
    package let searched: ScannerSignal.Searched

    package init(
        shape: SegmentShape, from: String, to: String, stats: ScannerSignal.Statistics,
        matches: [ScannerSignal.Match], searched: ScannerSignal.Searched
    ) {
        self.shape = shape
        self.from = from
        self.to = to
        self.stats = stats
        self.matches = matches
        self.searched = searched
    }

    /// Whether it is a pattern at all.
    package func isPattern(leastMatches: Int) -> Bool { stats.matches >= leastMatches && stats.considered > 0 }

    /// The one whose lower bound stands highest above its base rate; among equals that with more matches, then the
    /// shorter, then the one with the shorter tail.
    package static func best(of candidates: [Candidate]) -> Candidate? {
        candidates.max { left, right in
            let (l, r) = (left.stats, right.stats)
            if l.excess != r.excess { return l.excess < r.excess }
            if l.matches != r.matches { return l.matches < r.matches }
            return (left.shape.length, left.shape.tail) > (right.shape.length, right.shape.tail)
        }
    }
}
