/// Lower bounds of the distance between four windows and the pattern under any warping: Keogh's bound in both
/// directions.
///
/// One direction compares the points of the windows with the band of the pattern within the radius of the warping. The
/// other compares the pattern with the band of the windows. The points where the pattern is farthest from zero come
/// first: a window that does not match differs most there, so few points need to be compared.
///
/// - Source: Keogh, "Exact indexing of dynamic time warping", 2002; the order from Rakthanmanon et al., "Searching and
///   mining trillions of time series subsequences", 2012.
struct Envelope: ~Copyable {
    typealias Four = SIMD4<Double>

    private let pattern: ChartPattern
    private let points: Int
    private let limit: Double

    // All in the order of `pattern.order`.
    private let shape: Scratch<Double>
    private let upper: Scratch<Double>
    private let lower: Scratch<Double>
    /// The positions of the points in a window of the current length.
    private let places: Scratch<Int32>
    private let shares: Scratch<Double>
    /// The first close that each point of the pattern can be warped to.
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

    /// Computes the positions of the points in windows of `length` closes.
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
        // Near the end of the window the range starts earlier and contains more closes than the warping can reach. That
        // only lowers the bound.
        for rank in 0..<points {
            reaches.base[rank] = min(reaches.base[rank], Int32(truncatingIfNeeded: length - width))
        }
    }

    /// Returns which of the windows from `start` on may match, among those in `wanted`.
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

    /// Returns the same by the bound in the other direction.
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
