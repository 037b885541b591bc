/// A line of closes to look for: z-normalised, resampled, with everything about it that is the same for all windows.
package struct ChartPattern: Sendable {
    /// How alike a window has to be.
    package struct Options: Sendable {
        /// How many points shapes are compared at, 2 or more.
        package var points: Int
        /// How far the warping may lead from the diagonal, a share of the points, 0 ... 1.
        package var band: Double
        /// The shortest window, a share of the segment's length.
        package var minScale: Double
        /// The longest.
        package var maxScale: Double
        /// The greatest distance of a match.
        package var tolerance: Double

        package init(points: Int, band: Double, minScale: Double, maxScale: Double, tolerance: Double) {
            self.points = points
            self.band = band
            self.minScale = minScale
            self.maxScale = maxScale
            self.tolerance = tolerance
        }
    }

    /// The lengths of windows.
    let lengths: ClosedRange<Int>
    let tolerance: Double
    /// How far from the diagonal the warping may lead, in points.
    let radius: Int
    /// The segment's shape.
    let shape: [Double]
    /// The greatest and the least of the shape within the band of each point.
    let upper: [Double]
    let lower: [Double]
    /// The points in falling order of their distance from zero: where a window that is no match differs most, so that
    /// little of it has to be looked at. (UCR suite, reordered early abandoning.)
    let order: [Int]
    /// The distance of a window that does not move at all, which is the same for all of them.
    let flatDistance: Double

    /// - Parameter closes: Of the segment, two or more.
    /// - Precondition: There are lengths between both scales.
    package init(closes: [Double], options: Options) {
        precondition(closes.count >= 2 && options.points >= 2, "A line has two points.")
        let shape = Self.shape(of: closes, points: options.points)
        let radius = Self.radius(points: options.points, band: options.band)
        lengths = Self.lengths(segment: closes.count, options.minScale, options.maxScale)
        tolerance = options.tolerance
        self.radius = radius
        self.shape = shape
        upper = shape.indices.map { shape[max(0, $0 - radius)...min(shape.count - 1, $0 + radius)].max() ?? 0 }
        lower = shape.indices.map { shape[max(0, $0 - radius)...min(shape.count - 1, $0 + radius)].min() ?? 0 }
        order = shape.indices.sorted { (abs(shape[$1]), $0) < (abs(shape[$0]), $1) }
        // Against zeros each point of the shape is met by at least one cell, and the diagonal meets each once.
        flatDistance = (shape.reduce(0) { $0 + $1 * $1 } / Double(shape.count)).squareRoot()
    }

    /// `max(2, floor(length * minScale))` to `floor(length * maxScale)`.
    /// - Precondition: The first is not above the second.
    package static func lengths(segment length: Int, _ minScale: Double, _ maxScale: Double) -> ClosedRange<Int> {
        // A product such as 50 * 1.16 may come out a hair below the whole number that it is.
        max(
            2, Int((Double(length) * minScale + 1e-9).rounded(.down)))...Int(
                (Double(length) * maxScale + 1e-9).rounded(.down))
    }

    static func radius(points: Int, band: Double) -> Int {
        min(points - 1, Int((band * Double(points) + 1e-9).rounded(.down)))
    }

    /// z-normalised, then resampled.
    static func shape(of closes: [Double], points: Int) -> [Double] {
        let shape = Scratch<Double>(count: points, of: 0)
        let normal = Scratch<Double>(count: closes.count, of: 0)
        return closes.withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return [] }
            ShapeMaker.make(start, count: closes.count, normal: normal.base, shape: shape.base, points: points)
            return Array(UnsafeBufferPointer(start: shape.base, count: points))
        }
    }
}

/// Makes shapes of closes, exactly as defined: the last word on every window that the bounds let pass.
enum ShapeMaker {
    /// Writes the shape of `count` closes (2 or more): z-normalised first, then resampled to `points`.
    ///
    /// - Parameter normal: Room for `count` numbers.
    static func make(
        _ closes: UnsafePointer<Double>, count: Int, normal: UnsafeMutablePointer<Double>,
        shape: UnsafeMutablePointer<Double>, points: Int
    ) {
        normalise(closes, count: count, into: normal)
        guard count != points else { return shape.update(from: normal, count: points) }
        for point in 0..<points {
            let (index, share) = place(of: point, points: points, count: count)
            shape[point] = normal[index] + (normal[index + 1] - normal[index]) * share
        }
    }

    /// Where a point of the shape lies among the closes: behind which one, and how far towards the next.
    @inline(__always)
    static func place(of point: Int, points: Int, count: Int) -> (index: Int, share: Double) {
        let position = Double(point * (count - 1)) / Double(points - 1)
        let index = min(Int(position), count - 2)
        return (index, position - Double(index))
    }

    private static func normalise(
        _ closes: UnsafePointer<Double>, count: Int, into normal: UnsafeMutablePointer<Double>
    ) {
        // From the first close on: differences of prices that are near each other are exact, their squares do not cancel.
        let base = closes[0]
        var (sum, least, greatest) = (0.0, base, base)
        for index in 0..<count {
            let close = closes[index]
            sum += close - base
            least = min(least, close)
            greatest = max(greatest, close)
        }
        guard least < greatest else { return normal.update(repeating: 0, count: count) }
        let mean = sum / Double(count)
        var squares = 0.0
        for index in 0..<count {
            let difference = closes[index] - base - mean
            normal[index] = difference
            squares += difference * difference
        }
        let deviation = (squares / Double(count)).squareRoot()
        // Closes that differ by less than can be squared.
        guard deviation > 0 else { return normal.update(repeating: 0, count: count) }
        for index in 0..<count { normal[index] /= deviation }
    }
}
