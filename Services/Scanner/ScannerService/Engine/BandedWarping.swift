/// The distances of eight shapes from the pattern by dynamic time warping within a band, one shape per SIMD lane.
///
/// Rows are points of the windows, columns are points of the pattern. Each cell depends on the one before it; eight
/// windows at once fill that latency. Each lane computes exactly the numbers that it would compute alone. At both ends
/// of a row, cells are left out once no lane can stay within the limit through them. The computation ends with the
/// first row that has no other cells.
///
/// - Source: Herrmann and Webb, "Early abandoning and pruning for elastic distances including dynamic time warping",
///   2021; Rakthanmanon et al., "Searching and mining trillions of time series subsequences", 2012.
struct BandedWarping: ~Copyable {
    typealias Lanes = SIMD8<Double>

    private let points: Int
    private let radius: Int
    private let even: Scratch<Lanes>
    private let odd: Scratch<Lanes>

    init(points: Int, radius: Int) {
        self.points = points
        self.radius = radius
        even = Scratch(count: points + 2, of: Lanes(repeating: .infinity))
        odd = Scratch(count: points + 2, of: Lanes(repeating: .infinity))
    }

    /// Returns the smallest sum of squares over a warping path. A result above `limit` is truly above it, but inexact.
    /// It is also above the limit when the work was stopped.
    ///
    /// - Parameters:
    ///   - rest: A lower bound, for each row, of the cost of that row and all later ones (0 after the last).
    borrowing func leastSums(
        _ windows: UnsafePointer<Lanes>, _ pattern: UnsafePointer<Double>, rest: UnsafePointer<Lanes>, limit: Double,
        stop: StopFlag
    ) -> Lanes {
        let nothing = Lanes(repeating: .infinity)
        // Column j is stored at j + 1, so that there is a cell before the first.
        var (above, current) = (even.base, odd.base)
        above[0] = Lanes(repeating: 0)
        var (firstAlive, lastAlive) = (0, -1)
        for row in 0..<points {
            if row & 31 == 31, stop.isSet { return nothing }
            let value = windows[row]
            let rowLimit = Lanes(repeating: limit) - rest[row + 1]
            let from = max(row - radius, firstAlive)
            let to = min(row + radius, points - 1)
            var left = nothing
            current[from] = nothing
            var column = from
            let bothEnd = min(to, lastAlive)
            var diagonal = above[column]
            while column <= bothEnd {
                let up = above[column + 1]
                let difference = value - Lanes(repeating: pattern[column])
                left = Lanes.lesser(left, Lanes.lesser(up, diagonal)) + difference * difference
                diagonal = up
                current[column + 1] = left
                column += 1
            }
            if column <= to, column == lastAlive + 1 {
                let difference = value - Lanes(repeating: pattern[column])
                left = Lanes.lesser(left, diagonal) + difference * difference
                current[column + 1] = left
                column += 1
                while column <= to, any(left .<= rowLimit) {
                    let difference = value - Lanes(repeating: pattern[column])
                    left += difference * difference
                    current[column + 1] = left
                    column += 1
                }
            }
            firstAlive = from
            while firstAlive < column, !any(current[firstAlive + 1] .<= rowLimit) { firstAlive += 1 }
            guard firstAlive < column else { return nothing }
            lastAlive = column - 1
            while !any(current[lastAlive + 1] .<= rowLimit) { lastAlive -= 1 }
            swap(&above, &current)
        }
        return lastAlive == points - 1 ? above[points] : nothing
    }
}
