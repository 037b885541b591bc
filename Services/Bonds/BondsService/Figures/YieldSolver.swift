import Glibc

/// Finds the yearly rate at which payments are worth a price.
///
/// With x = log(1 + Y) the payments are worth the sum of value * exp(-x * years). The logarithm of that falls, is convex in x
/// and nearly a straight line, so each step of Newton's method ends on the side where they are worth too much, from there on
/// none goes too far, and few are needed.
package struct YieldSolver: Sendable {
    /// In how many years of 365 days each payment is made.
    let years: [Double]
    /// What is paid, all of it above zero.
    let values: [Double]

    /// - Parameters:
    ///   - years: When each payment is made, in order, all later than now.
    ///   - values: As many payments.
    package init(years: [Double], values: [Double]) {
        self.years = years
        self.values = values
    }

    /// The rate Y, such as 0.0912; nil when no rate that a number can hold makes the payments worth `price`.
    ///
    /// - Parameters:
    ///   - price: Above zero.
    ///   - guess: A rate that is near, for example that of the day before.
    package func yield(price: Double, near guess: Double = 0.08) -> Double? {
        let wanted = log(price)
        var x = log1p(min(max(guess, -0.9), 10))
        for _ in 0..<Self.mostSteps {
            let (worth, slope) = worth(x)
            guard worth > 0, worth.isFinite, slope.isFinite, slope < 0 else { return nil }
            // From far on the other side, where a first small payment is nearly all they are worth, one step could go to
            // where no number holds it.
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

    /// What the payments are worth, and how that changes with x.
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

    /// A step this small is the last: the error behind it is about its square.
    private static let precision = 1e-8
    /// From one end of what is looked at to the other it is a few dozen of them.
    private static let longestStep = 4.0
    /// A rate of e to the power of 60 is nobody's.
    private static let farthest = 60.0
    private static let mostSteps = 200
}
