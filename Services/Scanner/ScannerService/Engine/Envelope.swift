/// What four windows differ by from the pattern at the least, however they are warped: Keogh's bound in both directions.
///
/// One direction holds the points of the windows against the band that the pattern keeps to within the warping's radius, the
/// other the pattern against the band of the windows. Points where the pattern is farthest from zero come first: a window
/// that is no match differs most there, so that little of it has to be looked at.
///
/// - Source: Keogh, "Exact indexing of dynamic time warping", 2002; the order from Rakthanmanon et al., "Searching and mining
///   trillions of time series subsequences", 2012.
struct Envelope: ~Copyable {
    typealias Four = SIMD4<Double>

    private let pattern: ChartPattern
    private let points: Int
    private let limit: Double

    // All in the order of `pattern.order`.
    private let shape: Scratch<Double>
    private let upper: Scratch<Double>
    private let lower: Scratch<Double>
    /// Where the points lie in a window of the length at hand.
    private let places: Scratch<Int32>
    private let shares: Scratch<Double>
    /// Where the closes begin that a point of the pattern can be warped to.
    private let reaches: Scratch<Int32>

    init(_ pattern: ChartPattern, limit: Double) {
        self.pattern = pattern
        self.limit = limit
        points = pattern.shape.count
        shape = Scratch(pattern.order.map { pattern.shape[$0] })
        upper = Scratch(pattern.order.map { pattern.upper[$0] })
        lower = Scratch(pattern.order.map { pattern.lower[$0] })
        places = Scratch(count: points, of: 0)
        shares = Scratch(count: points, of: 0)
        reaches = Scratch(count: points, of: 0)
    }

    /// Takes note of where the points lie in windows of `length` closes.
    borrowing func place(length: Int, in block: inout WindowBlock) {
        var width = 1
        for rank in 0..<points {
            let point = pattern.order[rank]
            let (index, share) = ShapeMaker.place(of: point, points: points, count: length)
            places.base[rank] = Int32(truncatingIfNeeded: index)
            shares.base[rank] = share
            let first = ShapeMaker.place(of: max(0, point - pattern.radius), points: points, count: length).index
            let last = ShapeMaker.place(of: min(points - 1, point + pattern.radius), points: points, count: length)
                .index
            reaches.base[rank] = Int32(truncatingIfNeeded: first)
            width = max(width, last + 1 - first + 1)
        }
        width = block.widenEnvelope(to: width)
        // Near the end the closes are those before the end: more than can be reached, so the bound is only lower.
        for rank in 0..<points {
            reaches.base[rank] = min(reaches.base[rank], Int32(truncatingIfNeeded: length - width))
        }
    }

    /// Which of the windows from `start` on may be matches, of those that `wanted` names.
    @inline(__always)
    borrowing func mayMatch(
        _ block: borrowing WindowBlock, _ start: Int, mean: Four, scale: Four, wanted: SIMDMask<SIMD4<Int64>>
    ) -> SIMDMask<SIMD4<Int64>> {
        let closes = UnsafeRawPointer(block.closes.base + start)
        let limit = Four(repeating: limit)
        var sum = Four(repeating: 0)
        var rank = 0
        while rank < points {
            let next = min(rank + 4, points)
            while rank < next {
                let place = closes + Int(places.base[rank]) * 8
                let before = place.loadUnaligned(as: Four.self)
                let after = (place + 8).loadUnaligned(as: Four.self)
                let value = (before + (after - before) * Four(repeating: shares.base[rank]) - mean) * scale
                let excess = value.excess(
                    above: Four(repeating: upper.base[rank]), below: Four(repeating: lower.base[rank]))
                sum += excess * excess
                rank += 1
            }
            if !any((sum .<= limit) .& wanted) { return wanted .& (sum .<= limit) }
        }
        return wanted .& (sum .<= limit)
    }

    /// The same in the other direction.
    @inline(__always)
    borrowing func mayBeMatched(
        _ block: borrowing WindowBlock, _ start: Int, mean: Four, scale: Four, wanted: SIMDMask<SIMD4<Int64>>
    ) -> SIMDMask<SIMD4<Int64>> {
        let greatest = UnsafeRawPointer(block.greatest.base + start)
        let least = UnsafeRawPointer(block.least.base + start)
        let limit = Four(repeating: limit)
        var sum = Four(repeating: 0)
        var rank = 0
        while rank < points {
            let next = min(rank + 4, points)
            while rank < next {
                let reach = Int(reaches.base[rank]) * 8
                let upper = ((greatest + reach).loadUnaligned(as: Four.self) - mean) * scale
                let lower = ((least + reach).loadUnaligned(as: Four.self) - mean) * scale
                let excess = Four(repeating: shape.base[rank]).excess(above: upper, below: lower)
                sum += excess * excess
                rank += 1
            }
            if !any((sum .<= limit) .& wanted) { return wanted .& (sum .<= limit) }
        }
        return wanted .& (sum .<= limit)
    }
}
