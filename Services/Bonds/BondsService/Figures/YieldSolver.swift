import Glibc

/// A solver for the annual rate at which the present value of payments equals a price.
///
/// With x = log(1 + Y) the present value is the sum of value * exp(-x * years). Its logarithm is decreasing, convex in
/// x and nearly linear. Each step of Newton's method therefore ends on the side where the present value is too high, no
/// later step overshoots, and few steps are needed.
package struct YieldSolver: Sendable {
    /// The time of each payment, in years of 365 days.
    let years: [Double]
    /// The amounts, all above zero.
    let values: [Double]

    /// - Parameters:
    ///   - years: The times of the payments, ascending and above zero.
    ///   - values: The amounts, one for each time.
    package init(years: [Double], values: [Double]) {
        self.years = years
        self.values = values
    }

    /// Returns the rate Y, such as 0.0912; nil when no finite rate gives the present value `price`.
    ///
    /// - Parameters:
    ///   - price: Above zero.
    ///   - guess: A rate nearby, such as that of the previous day.
    package func yield(price: Double, near guess: Double = 0.08) -> Double? {
        let wanted = log(price)
        var x = log1p(min(max(guess, -0.9), 10))
        for _ in 0..<Self.mostSteps {
            let (worth, slope) = worth(x)
            guard worth > 0, worth.isFinite, slope.isFinite, slope < 0 else { return nil }
            // Far on the other side, where a small first payment dominates the present value, a full step could
            // overflow.
            let step = min(max((log(worth) - wanted) * worth / slope, -Self.longestStep), Self.longestStep)
            x -= step
            guard abs(x) < Self.farthest else { return nil }
            if abs(step) <= Self.precision * max(1, abs(x)) {
                let yield = expm1(x)
                return yield > -1 ? yield : nil
            }
        }
        return nil
    }

    /// Returns the present value and its derivative by x.
    @inline(__always)
    private func worth(_ x: Double) -> (worth: Double, slope: Double) {
        var (worth, slope) = (0.0, 0.0)
        for index in years.indices {
            let present = values[index] * exp(-x * years[index])
            worth += present
            slope -= present * years[index]
        }
        return (worth, slope)
    }

    /// The size of the last step: the remaining error is about its square.
    private static let precision = 1e-8
    /// The longest step; a few dozen of them cover the whole range.
    private static let longestStep = 4.0
    /// The bound of x: a rate of e to the power of 60 does not occur.
    private static let farthest = 60.0
    private static let mostSteps = 200
}
