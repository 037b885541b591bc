/// A pattern of closes: z-normalised and resampled, with everything precomputed that is the same for all windows.
package struct ChartPattern: Sendable {
    /// The criteria of a match.
    package struct Options: Sendable {
        /// The number of points at which shapes are compared, 2 or more.
        package var points: Int
        /// The largest deviation of the warping path from the diagonal, as a share of the points, 0 ... 1.
        package var band: Double
        /// The shortest window, as a share of the segment's length.
        package var minScale: Double
        /// The longest window, as a share of the segment's length.
        package var maxScale: Double
        /// The largest distance of a match.
        package var tolerance: Double

        package init(points: Int, band: Double, minScale: Double, maxScale: Double, tolerance: Double) {
            self.points = points
            self.band = band
            self.minScale = minScale
            self.maxScale = maxScale
            self.tolerance = tolerance
        }
    }

    /// The lengths of windows that are searched.
    let lengths: ClosedRange<Int>
    let tolerance: Double
    /// The largest deviation of the warping path from the diagonal, in points.
    let radius: Int
    /// The shape of the segment.
    let shape: [Double]
    /// The maximum and the minimum of the shape within the band around each point.
    let upper: [Double]
    let lower: [Double]
    /// The points by descending distance from zero. A window that does not match differs most there, so few points need
    /// to be compared. (UCR suite, reordered early abandoning.)
    let order: [Int]
    /// The distance of a window with constant closes, which is the same for all such windows.
    let flatDistance: Double

    /// - Parameter closes: The closes of the segment, two or more.
    /// - Precondition: There is a length between the two scales.
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
        // Against zeros, each point of the shape costs at least one cell, and the diagonal visits each point once.
        flatDistance = (shape.reduce(0) { $0 + $1 * $1 } / Double(shape.count)).squareRoot()
    }

    /// Returns `max(2, floor(length * minScale))` to `floor(length * maxScale)`.
    /// - Precondition: The first is at most the second.
    package static func lengths(segment length: Int, _ minScale: Double, _ maxScale: Double) -> ClosedRange<Int> {
        // A product such as 50 * 1.16 may be slightly below the whole number that it stands for.
        max(
            2, Int((Double(length) * minScale + 1e-9).rounded(.down)))...Int(
                (Double(length) * maxScale + 1e-9).rounded(.down))
    }

    static func radius(points: Int, band: Double) -> Int {
        min(points - 1, Int((band * Double(points) + 1e-9).rounded(.down)))
    }

    /// Returns the closes z-normalised, then resampled.
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

/// Computes the shape of closes exactly as defined: the final decision on each window that passes the lower bounds.
enum ShapeMaker {
    /// Writes the shape of `count` closes (2 or more): z-normalised first, then resampled to `points`.
    ///
    /// - Parameter normal: Scratch memory for `count` numbers.
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

    /// Returns the position of a point of the shape among the closes: the index of the close before it, and the share
    /// of the way to the next.
    @inline(__always)
    static func place(of point: Int, points: Int, count: Int) -> (index: Int, share: Double) {
        let position = Double(point * (count - 1)) / Double(points - 1)
        let index = min(Int(position), count - 2)
        return (index, position - Double(index))
    }

    private static func normalise(
        _ closes: UnsafePointer<Double>, count: Int, into normal: UnsafeMutablePointer<Double>
    ) {
        // Relative to the first close: differences of similar prices are exact, and their squares do not cancel out.
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
        // The closes differ by too little: the squares underflow.
        guard deviation > 0 else { return normal.update(repeating: 0, count: count) }
        for index in 0..<count { normal[index] /= deviation }
    }
}
