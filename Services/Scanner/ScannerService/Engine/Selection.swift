/// Picks windows that share no candle from all matching windows.
package enum Selection {
    /// Returns the windows that share no candle with the segment.
    package static func candidates(
        of found: [WindowMatch], segment: (part: Int, range: Range<Int>)?
    ) -> [WindowMatch] {
        guard let segment else { return found }
        return found.filter { Int($0.part) != segment.part || !$0.range.overlaps(segment.range) }
    }

    /// Returns the nearest window, then the nearest that shares no candle with it, and so on.
    package static func disjoint(_ candidates: [WindowMatch], parts: Int) -> [WindowMatch] {
        var taken = [[Range<Int>]](repeating: [], count: parts)
        var selected: [WindowMatch] = []
        for candidate in candidates.sorted() {
            let range = candidate.range
            // Taken ranges are sorted and disjoint, so only the neighbours matter.
            let others = taken[Int(candidate.part)]
            var (low, high) = (0, others.count)
            while low < high {
                let middle = (low + high) / 2
                if others[middle].upperBound <= range.lowerBound { low = middle + 1 } else { high = middle }
            }
            if low < others.count, others[low].lowerBound < range.upperBound { continue }
            taken[Int(candidate.part)].insert(range, at: low)
            selected.append(candidate)
        }
        return selected
    }
}
