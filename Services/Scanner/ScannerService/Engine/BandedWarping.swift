/// The distance of two shapes by dynamic time warping within a band.
///
/// Rows are points of the window, columns points of the pattern. Cells from which the limit cannot be kept any more are
/// left out at both ends of a row, and the whole ends with the first row that has no other.
///
/// - Source: Herrmann and Webb, "Early abandoning and pruning for elastic distances including dynamic time warping", 2021;
///   Rakthanmanon et al., "Searching and mining trillions of time series subsequences", 2012.
struct BandedWarping: ~Copyable {
    private let points: Int
    private let radius: Int
    private let even: Scratch<Double>
    private let odd: Scratch<Double>

    init(points: Int, radius: Int) {
        self.points = points
        self.radius = radius
        even = Scratch(count: points + 2, of: .infinity)
        odd = Scratch(count: points + 2, of: .infinity)
    }

    /// The least sum of squares over a path, or infinity when it is above `limit` (or the work was stopped).
    ///
    /// - Parameters:
    ///   - rest: For each row, the least that it and those after it cost (0 behind the last).
    borrowing func leastSum(
        _ window: UnsafePointer<Double>, _ pattern: UnsafePointer<Double>, rest: UnsafePointer<Double>, limit: Double,
        stop: StopFlag
    ) -> Double {
        // Column j stands at j + 1, so that there is a place before the first.
        var (above, current) = (even.base, odd.base)
        above[0] = 0
        var (firstAlive, lastAlive) = (0, -1)
        for row in 0..<points {
            if row & 31 == 31, stop.isSet { return .infinity }
            let value = window[row]
            let rowLimit = limit - rest[row + 1]
            let from = max(row - radius, firstAlive)
            let to = min(row + radius, points - 1)
            var (newFirst, newLast) = (points, -1)
            var left = Double.infinity
            current[from] = .infinity
            var column = from
            let bothEnd = min(to, lastAlive)
            var diagonal = above[column]
            while column <= bothEnd {
                let up = above[column + 1]
                let difference = value - pattern[column]
                left = min(left, min(up, diagonal)) + difference * difference
                diagonal = up
                current[column + 1] = left
                if left <= rowLimit {
                    if newFirst == points { newFirst = column }
                    newLast = column
                }
                column += 1
            }
            if column <= to, column == lastAlive + 1 {
                let difference = value - pattern[column]
                left = min(left, diagonal) + difference * difference
                current[column + 1] = left
                if left <= rowLimit {
                    if newFirst == points { newFirst = column }
                    newLast = column
                }
                column += 1
                while column <= to, left <= rowLimit {
                    let difference = value - pattern[column]
                    left += difference * difference
                    current[column + 1] = left
                    if left <= rowLimit { newLast = column }
                    column += 1
                }
            }
            guard newLast >= 0 else { return .infinity }
            (firstAlive, lastAlive) = (newFirst, newLast)
            swap(&above, &current)
        }
        return lastAlive == points - 1 ? above[points] : .infinity
    }
}
