import Domain
import Signals

/// A simulated security: a random walk with patterns planted at known places. The same seed gives the same candles.
package struct SyntheticMarket: Sendable {
    /// A planted pattern and its place.
    package struct Planted: Hashable, Codable, Sendable {
        package let label: String
        package let first: MarketTime
        package let last: MarketTime
        /// The change of the close over the five candles after the pattern.
        package let change: Double
    }

    /// The number of candles in a pattern.
    package static let patternLength = 30
    /// The number of candles after the pattern with the planted move.
    package static let echoLength = 5
    /// The smallest distance between the beginnings of two patterns.
    static let leastSpacing = 60

    /// The shapes: points of a polyline, as shares of the price, and the usual change afterwards.
    private static let shapes: [(label: String, points: [Double], change: Double)] = [
        ("headAndShoulders", [0, 0.06, 0.03, 0.10, 0.03, 0.06, 0], -0.04),
        ("doubleBottom", [0, -0.08, -0.03, -0.08, 0], 0.04),
        ("cupWithHandle", [0, -0.05, -0.08, -0.08, -0.05, 0, -0.02, 0], 0.05),
        ("flag", [0, 0.09, 0.07, 0.08, 0.06, 0.07], 0.03),
    ]

    package private(set) var candles: [Candle] = []
    package private(set) var planted: [Planted] = []
    private var random: UInt64

    /// - Parameters:
    ///   - count: The number of candles, at least 100.
    ///   - patterns: The number of patterns, as far as there is room.
    ///   - times: The beginning of each candle.
    package init(count: Int, seed: Int, patterns: Int, times: [MarketTime]) {
        precondition(times.count >= count && count >= 100, "A market has candles, and each a time.")
        random = UInt64(bitPattern: Int64(seed)) &* 0x9e37_79b9_7f4a_7c15
        let planned = plan(count: count, patterns: patterns)
        var next = planned.startIndex
        var close = 50 + 200 * uniform()
        candles.reserveCapacity(count)
        while candles.count < count {
            if next < planned.endIndex, planned[next] == candles.count {
                plant(from: &close, times)
                next += 1
            } else {
                add(times[candles.count], from: &close, drift: 0.0002, noise: 0.015)
            }
        }
    }

    /// Returns the times of `count` candles; nil when they exceed the accepted years.
    package static func times(
        count: Int, from day: CalendarDay, timeframe: ScannerSignal.Timeframe
    ) -> [MarketTime]? {
        var times: [MarketTime] = []
        times.reserveCapacity(count)
        guard let first = MarketTime(day: day) else { return nil }
        if timeframe != .oneDay {
            let last = Int(first.minutes) + count * timeframe.minutes
            guard last < Int(Int32.max), MarketTime(day: MarketTime(minutes: Int32(last)).day) != nil else {
                return nil
            }
            return (0..<count).map { MarketTime(minutes: first.minutes + Int32($0 * timeframe.minutes)) }
        }
        var day = day
        while times.count < count {
            // 1970-01-01 was a Thursday.
            let weekday = ((day.daysSince1970 % 7) + 7) % 7
            if weekday != 2, weekday != 3 {
                guard let time = MarketTime(day: day) else { return nil }
                times.append(time)
            }
            day = day.adding(days: 1)
        }
        return times
    }

    /// Returns the beginnings of the patterns: one in each of equally long stretches.
    private mutating func plan(count: Int, patterns: Int) -> [Int] {
        let room = count / Self.leastSpacing
        let number = min(patterns, room)
        guard number > 0 else { return [] }
        let stretch = count / number
        let slack = stretch - Self.patternLength - Self.echoLength - 1
        return (0..<number).map { $0 * stretch + Int(uniform() * Double(slack)) }
    }

    private mutating func plant(from close: inout Double, _ times: [MarketTime]) {
        let shape = Self.shapes[Int(uniform() * Double(Self.shapes.count))]
        let (base, first) = (close, candles.count)
        for step in 0..<Self.patternLength {
            let position = Double(step) * Double(shape.points.count - 1) / Double(Self.patternLength - 1)
            let index = min(Int(position), shape.points.count - 2)
            let level =
                shape.points[index] + (shape.points[index + 1] - shape.points[index]) * (position - Double(index))
            add(times[candles.count], from: &close, to: base * (1 + level) * (1 + 0.004 * normal()))
        }
        // Mostly the change that textbooks state, sometimes the opposite.
        let change = uniform() < 0.8 ? shape.change : -shape.change
        let start = close
        for step in 1...Self.echoLength {
            add(times[candles.count], from: &close, to: start * (1 + change * Double(step) / Double(Self.echoLength)))
        }
        planted.append(
            Planted(
                label: shape.label, first: times[first], last: times[first + Self.patternLength - 1],
                change: close / start - 1))
    }

    private mutating func add(_ time: MarketTime, from close: inout Double, drift: Double, noise: Double) {
        // Far outside the usual range of prices the walk is pulled back, so that a million candles stay finite.
        let pull = close > 100_000 ? -0.002 : close < 0.1 ? 0.002 : 0
        add(time, from: &close, to: close * max(0.5, 1 + drift + pull + noise * normal()))
    }

    private mutating func add(_ time: MarketTime, from close: inout Double, to next: Double) {
        let open = close
        let (low, high) = (min(open, next), max(open, next))
        candles.append(
            Candle(
                time: time, open: open, high: high * (1 + 0.004 * uniform()), low: low * (1 - 0.004 * uniform()),
                close: next, volume: (1000 + 9000 * uniform()).rounded()))
        close = next
    }

    // MARK: Chance

    /// SplitMix64: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014.
    private mutating func uniform() -> Double {
        random &+= 0x9e37_79b9_7f4a_7c15
        var mixed = random
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return Double((mixed ^ (mixed >> 31)) >> 11) * 0x1p-53
    }

    /// Returns the sum of twelve uniform numbers, which approximates a normal distribution well enough for simulated
    /// prices.
    private mutating func normal() -> Double {
        var sum = -6.0
        for _ in 0..<12 { sum += uniform() }
        return sum
    }
}
