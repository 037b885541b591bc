import Signals

/// The value of a pattern's odds.
extension ScannerSignal.Statistics {
    /// The share of all candles that are followed by the direction of the pattern. Without a direction it is the larger
    /// of both, which never flatters the pattern.
    package var baseRate: Double {
        switch direction {
        case .up: baseRateUp ?? 1
        case .down: baseRateDown ?? 1
        case .none: max(baseRateUp ?? 1, baseRateDown ?? 1)
        }
    }

    /// The distance of the probability's lower bound from the base rate; negative when the bound is below it.
    package var excess: Double { (probabilityLow ?? 0) - baseRate }

    /// True when the shape was followed by its direction more often than chance explains.
    package var isSignificant: Bool { edge == .yes && direction != .none && excess > 0 }
}

/// A scanned segment.
package struct Candidate: Hashable, Sendable {
    package let shape: SegmentShape
    /// The first day; `to` is the last.
    package let from: String
    package let to: String
    package let stats: ScannerSignal.Statistics
    /// The nearest matches.
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

    /// True when the segment counts as a pattern.
    package func isPattern(leastMatches: Int) -> Bool { stats.matches >= leastMatches && stats.considered > 0 }

    /// Returns the candidate whose lower bound is highest above its base rate. Ties go to more matches, then to the
    /// shorter segment, then to the shorter tail.
    package static func best(of candidates: [Candidate]) -> Candidate? {
        candidates.max { left, right in
            let (l, r) = (left.stats, right.stats)
            if l.excess != r.excess { return l.excess < r.excess }
            if l.matches != r.matches { return l.matches < r.matches }
            return (left.shape.length, left.shape.tail) > (right.shape.length, right.shape.tail)
        }
    }
}
