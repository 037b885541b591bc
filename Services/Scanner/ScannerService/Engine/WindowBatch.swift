/// Windows that passed the tests, measured exactly as defined, eight at a time.
///
/// Each lane computes what ``ShapeMaker`` and the definition compute, in the same order. The result of a window
/// therefore does not depend on the other windows of the batch.
struct WindowBatch: ~Copyable {
    typealias Lanes = SIMD8<Double>
    /// The number of windows measured together.
    static let size = Lanes.scalarCount

    private let pattern: ChartPattern
    private let points: Int
    /// The limit for sums of squares. No match is above it.
    private let looseLimit: Double
    private let shape: Scratch<Double>
    private let upper: Scratch<Double>
    private let lower: Scratch<Double>
    private let normal: Scratch<Lanes>
    private let windows: Scratch<Lanes>
    private let rest: Scratch<Lanes>
    private let warping: BandedWarping

    init(_ pattern: ChartPattern, looseLimit: Double) {
        self.pattern = pattern
        self.looseLimit = looseLimit
        points = pattern.shape.count
        shape = Scratch(pattern.shape)
        upper = Scratch(pattern.upper)
        lower = Scratch(pattern.lower)
        normal = Scratch(count: pattern.lengths.upperBound, of: Lanes(repeating: 0))
        windows = Scratch(count: points, of: Lanes(repeating: 0))
        rest = Scratch(count: points + 1, of: Lanes(repeating: 0))
        warping = BandedWarping(points: points, radius: pattern.radius)
    }

    /// Returns the distances of the windows of `length` closes that begin at `starts`; infinity for those certainly
    /// above the tolerance. Unused lanes repeat others.
    borrowing func distances(
        _ closes: UnsafePointer<Double>, starts: SIMD8<Int>, length: Int, stop: StopFlag
    ) -> Lanes {
        normalise(closes, starts, length)
        resample(length)
        guard any(carryRest() .<= looseLimit) else { return Lanes(repeating: .infinity) }
        let least = warping.leastSums(windows.base, shape.base, rest: rest.base, limit: looseLimit, stop: stop)
        return (least / Double(points)).squareRoot()
    }

    /// - Precondition: None of the windows has constant closes.
    private borrowing func normalise(_ closes: UnsafePointer<Double>, _ starts: SIMD8<Int>, _ count: Int) {
        let base = Self.gather(closes, starts)
        var sum = Lanes(repeating: 0)
        for index in 0..<count {
            // Relative to the first close: differences of similar prices are exact, and their squares do not cancel
            // out.
            let difference = Self.gather(closes + index, starts) - base
            normal.base[index] = difference
            sum += difference
        }
        let mean = sum / Double(count)
        var squares = Lanes(repeating: 0)
        for index in 0..<count {
            let difference = normal.base[index] - mean
            normal.base[index] = difference
            squares += difference * difference
        }
        let deviation = (squares / Double(count)).squareRoot()
        // Where the squares of differences underflow, the shape is that of a window with constant closes.
        let scale = deviation.replacing(with: .infinity, where: deviation .== 0)
        for index in 0..<count { normal.base[index] /= scale }
    }

    @inline(__always)
    private static func gather(_ closes: UnsafePointer<Double>, _ starts: SIMD8<Int>) -> Lanes {
        Lanes(
            closes[starts[0]], closes[starts[1]], closes[starts[2]], closes[starts[3]], closes[starts[4]],
            closes[starts[5]], closes[starts[6]], closes[starts[7]])
    }

    private borrowing func resample(_ count: Int) {
        guard count != points else { return windows.base.update(from: normal.base, count: points) }
        for point in 0..<points {
            let (index, share) = ShapeMaker.place(of: point, points: points, count: count)
            let before = normal.base[index]
            windows.base[point] = before + (normal.base[index + 1] - before) * share
        }
    }

    /// Computes a lower bound, for each point, of the cost of that point and all later ones; returns the bound of all
    /// points.
    private borrowing func carryRest() -> Lanes {
        var sum = Lanes(repeating: 0)
        rest.base[points] = sum
        var point = points - 1
        while point >= 0 {
            let excess = windows.base[point].excess(
                above: Lanes(repeating: upper.base[point]), below: Lanes(repeating: lower.base[point]))
            sum += excess * excess
            rest.base[point] = sum
            point -= 1
        }
        return sum
    }
}
