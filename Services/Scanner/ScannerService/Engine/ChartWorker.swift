/// Searches blocks of windows for a line: one for each thread, with memory of its own.
///
/// A cascade, cheap tests first: the first and last point of eight windows at a time, then the points one by one against
/// the pattern's band until they differ too much, then, with exactly the numbers of the definition, the warping. The tests
/// work with sums that are carried from window to window; what these cost in precision is allowed for with
/// ``allowance``, and where they are not precise enough the window is measured anew.
struct ChartWorker: ~Copyable {
    /// Starts of windows that are searched together; sums begin anew with each block.
    static let blockLength = 1024
    /// How far the tests may be off, in units of distance. Carried sums are trusted where their error is a tenth of it.
    private static let allowance = 1e-5
    /// A window is measured anew when its sum of squares is not this many times the rounding of the carried one.
    private static let trust = 1e6 * 0x1p-52

    private let pattern: ChartPattern
    private let points: Int
    /// No sum of squares above it can be a match, in the tests and in the warping.
    private let looseLimit: Double
    private let room: Int

    private let shape: Scratch<Double>
    private let order: Scratch<Int32>
    /// The pattern's band, in ``order``.
    private let upper: Scratch<Double>
    private let lower: Scratch<Double>
    private let naturalUpper: Scratch<Double>
    private let naturalLower: Scratch<Double>
    /// Where the points lie in a window of the length at hand, in ``order``.
    private let places: Scratch<Int32>
    private let shares: Scratch<Double>

    /// Of a block, from its first close on: the closes, their sums and those of their squares, where each run of equal
    /// closes began.
    private let closes: Scratch<Double>
    private let sums: Scratch<Double>
    private let squares: Scratch<Double>
    private let runStarts: Scratch<Int32>

    private let normal: Scratch<Double>
    private let window: Scratch<Double>
    private let rest: Scratch<Double>
    private let warping: BandedWarping

    init(_ pattern: ChartPattern) {
        self.pattern = pattern
        points = pattern.shape.count
        let distance = pattern.tolerance + Self.allowance
        looseLimit = distance * distance * Double(points)
        room = Self.blockLength + pattern.lengths.upperBound
        shape = Scratch(count: points, of: 0)
        order = Scratch(count: points, of: 0)
        upper = Scratch(count: points, of: 0)
        lower = Scratch(count: points, of: 0)
        naturalUpper = Scratch(count: points, of: 0)
        naturalLower = Scratch(count: points, of: 0)
        places = Scratch(count: points, of: 0)
        shares = Scratch(count: points, of: 0)
        closes = Scratch(count: room, of: 0)
        // The tests read four at a time, behind the last too.
        sums = Scratch(count: room + 8, of: 0)
        squares = Scratch(count: room + 8, of: 0)
        runStarts = Scratch(count: room, of: 0)
        normal = Scratch(count: pattern.lengths.upperBound, of: 0)
        window = Scratch(count: points, of: 0)
        rest = Scratch(count: points + 1, of: 0)
        warping = BandedWarping(points: points, radius: pattern.radius)
        for point in 0..<points {
            shape.base[point] = pattern.shape[point]
            naturalUpper.base[point] = pattern.upper[point]
            naturalLower.base[point] = pattern.lower[point]
            order.base[point] = Int32(truncatingIfNeeded: pattern.order[point])
            upper.base[point] = pattern.upper[pattern.order[point]]
            lower.base[point] = pattern.lower[pattern.order[point]]
        }
    }

    /// Finds the windows that begin at `starts` and end before `end`, as far as they match; tells how many were looked at.
    borrowing func search(
        _ all: UnsafePointer<Double>, starts: Range<Int>, end: Int, stop: StopFlag,
        found: (_ distance: Double, _ first: Int, _ length: Int) -> Void, done: (_ windows: Int) -> Void
    ) {
        let first = starts.lowerBound
        let count = min(end - first, starts.count + pattern.lengths.upperBound - 1)
        guard count >= pattern.lengths.lowerBound else { return }
        carrySums(all + first, count: count)
        for length in pattern.lengths {
            guard length <= count, !stop.isSet else { return }
            placePoints(length: length)
            let windows = min(starts.count, count - length + 1)
            searchLength(length, windows: windows, stop: stop) { start in
                let distance = distance(all + first + start, length: length, stop: stop)
                if distance <= pattern.tolerance { found(distance, first + start, length) }
            } flat: { start in
                if pattern.flatDistance <= pattern.tolerance { found(pattern.flatDistance, first + start, length) }
            }
            done(windows)
        }
    }

    // MARK: Before the windows

    private borrowing func carrySums(_ block: UnsafePointer<Double>, count: Int) {
        let base = block[0]
        var (sum, square) = (0.0, 0.0)
        sums.base[0] = 0
        squares.base[0] = 0
        runStarts.base[0] = 0
        for index in 0..<count {
            let close = block[index] - base
            closes.base[index] = close
            sum += close
            square += close * close
            sums.base[index + 1] = sum
            squares.base[index + 1] = square
            if index > 0 {
                runStarts.base[index] =
                    block[index] == block[index - 1] ? runStarts.base[index - 1] : Int32(truncatingIfNeeded: index)
            }
        }
    }

    private borrowing func placePoints(length: Int) {
        for rank in 0..<points {
            let point = Int(order.base[rank])
            guard length != points else {
                // Unchanged; a place in front of the last pair, as for the others.
                let index = min(point, length - 2)
                places.base[rank] = Int32(truncatingIfNeeded: index)
                shares.base[rank] = Double(point - index)
                continue
            }
            let (index, share) = ShapeMaker.place(of: point, points: points, count: length)
            places.base[rank] = Int32(truncatingIfNeeded: index)
            shares.base[rank] = share
        }
    }

    // MARK: The tests

    private typealias Four = SIMD4<Double>

    /// Hands on the windows of one length that the tests let pass, and those that do not move at all.
    @inline(__always)
    private borrowing func searchLength(
        _ length: Int, windows: Int, stop: StopFlag, _ candidate: (Int) -> Void, flat: (Int) -> Void
    ) {
        let share = Four(repeating: 1 / Double(length))
        let size = Four(repeating: Double(length))
        let firstPoint = Four(repeating: shape.base[0])
        let lastPoint = Four(repeating: shape.base[points - 1])
        let limit = Four(repeating: looseLimit)
        let trust = Four(repeating: Self.trust * Double(room))
        var start = 0
        while start < windows {
            if windows - start < 4 {
                // The last few, one by one and without a first test.
                while start < windows {
                    consider(start, length, stop: stop, candidate, flat: flat)
                    start += 1
                }
                return
            }
            let sum = four(sums.base, start + length) - four(sums.base, start)
            let before = four(squares.base, start + length)
            let mean = sum * share
            let spread = before - four(squares.base, start) - sum * mean
            let scale = (size / spread).squareRoot()
            let left = (four(closes.base, start) - mean) * scale - firstPoint
            let right = (four(closes.base, start + length - 1) - mean) * scale - lastPoint
            let least = left * left + right * right
            // Also where a number is none: what cannot be trusted is looked at.
            let pass = (least .> limit) .& (spread .> before * trust)
            if !all(pass) {
                for lane in 0..<4 where !pass[lane] {
                    consider(start + lane, length, stop: stop, candidate, flat: flat)
                }
            }
            start += 4
        }
    }

    @inline(__always)
    private func four(_ base: UnsafeMutablePointer<Double>, _ index: Int) -> Four {
        UnsafeRawPointer(base + index).loadUnaligned(as: Four.self)
    }

    /// The second test, for one window.
    @inline(__always)
    private borrowing func consider(
        _ start: Int, _ length: Int, stop: StopFlag, _ candidate: (Int) -> Void, flat: (Int) -> Void
    ) {
        if Int(runStarts.base[start + length - 1]) <= start { return flat(start) }
        let sum = sums.base[start + length] - sums.base[start]
        let mean = sum / Double(length)
        let spread = squares.base[start + length] - squares.base[start] - sum * mean
        if spread > squares.base[start + length] * Self.trust * Double(room) {
            let scale = (Double(length) / spread).squareRoot()
            if leastSum(closes.base + start, mean: mean, scale: scale) > looseLimit { return }
        }
        if !stop.isSet { candidate(start) }
    }

    /// What the window differs from the pattern's band by; less than or as much as any warping can cost.
    ///
    /// - Source: Keogh, "Exact indexing of dynamic time warping", 2002.
    @inline(__always)
    private borrowing func leastSum(_ closes: UnsafePointer<Double>, mean: Double, scale: Double) -> Double {
        var sum = 0.0
        var rank = 0
        while rank < points {
            let next = min(rank + 4, points)
            while rank < next {
                let place = Int(places.base[rank])
                let close = closes[place] + (closes[place + 1] - closes[place]) * shares.base[rank]
                let value = (close - mean) * scale
                let excess = max(0, max(value - upper.base[rank], lower.base[rank] - value))
                sum += excess * excess
                rank += 1
            }
            if sum > looseLimit { break }
        }
        return sum
    }

    // MARK: The last word

    /// The distance as it is defined, or infinity when it is certainly above the tolerance.
    private borrowing func distance(_ closes: UnsafePointer<Double>, length: Int, stop: StopFlag) -> Double {
        ShapeMaker.make(closes, count: length, normal: normal.base, shape: window.base, points: points)
        var sum = 0.0
        rest.base[points] = 0
        var point = points - 1
        while point >= 0 {
            let value = window.base[point]
            let excess = max(0, max(value - naturalUpper.base[point], naturalLower.base[point] - value))
            sum += excess * excess
            rest.base[point] = sum
            point -= 1
        }
        guard sum <= looseLimit else { return .infinity }
        let least = warping.leastSum(window.base, shape.base, rest: rest.base, limit: looseLimit, stop: stop)
        return (least / Double(points)).squareRoot()
    }
}
