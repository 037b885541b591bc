import Domain

/// A histogram of durations whose buckets grow by a quarter, from 1 microsecond up.
package struct LatencyHistogram {
    private var buckets = [Int](repeating: 0, count: 128)
    private var total = 0
    private var microseconds: Int64 = 0

    /// Creates an empty histogram.
    package init() {}

    /// Counts a duration.
    package mutating func count(_ duration: Duration) {
        let whole = max(0, duration.wholeMicroseconds)
        total += 1
        microseconds &+= whole
        buckets[Self.bucket(UInt64(whole))] += 1
    }

    /// Returns the upper end of the bucket that holds the quantile, in microseconds; 0 for an empty histogram.
    package func quantile(_ share: Double) -> Int {
        guard total > 0 else { return 0 }
        var missing = Int((Double(total) * share).rounded(.up))
        for (index, count) in buckets.enumerated() {
            missing -= count
            if missing <= 0 { return Self.upperEnd(of: index) }
        }
        return Self.upperEnd(of: buckets.count - 1)
    }

    /// The distribution in seconds, for a metric. It has fewer buckets, because a program that collects metrics keeps a
    /// series of each.
    package var metric: MetricHistogram {
        let shown = Self.shownBits.map { bits in
            // Values below a power of two are in the buckets before its own.
            MetricBucket(
                upTo: Double(1 << bits) / 1e6, count: buckets.prefix(Self.bucket(1 << UInt64(bits))).reduce(0, +))
        }
        return MetricHistogram(buckets: shown, count: total, sum: Double(microseconds) / 1e6)
    }

    /// The bounds as powers of two, in microseconds: 64 µs to 67 s, closest where answers of a service usually are.
    private static let shownBits = [6, 8, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 22, 24, 26]

    // Four buckets per power of two: the exponent and the next two bits.
    private static func bucket(_ microseconds: UInt64) -> Int {
        guard microseconds >= 4 else { return Int(microseconds) }
        let exponent = 63 - microseconds.leadingZeroBitCount
        let fraction = Int(microseconds >> UInt64(exponent - 2)) & 3
        return min(127, (exponent - 1) * 4 + fraction)
    }

    private static func upperEnd(of bucket: Int) -> Int {
        guard bucket >= 4 else { return bucket }
        let (exponent, fraction) = (bucket / 4 + 1, bucket % 4)
        return (5 + fraction) << (exponent - 2) - 1
    }
}
