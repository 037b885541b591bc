import Coordination
import Domain

/// Request counts and latencies by method, since the start.
struct ServiceStatistics {
    /// The number of replies dropped because their peers do not read.
    var repliesDropped = 0
    private var methods: [String: Method] = [:]

    private struct Method {
        var requests = 0
        var faults = 0
        var latency = LatencyHistogram()
    }

    mutating func count(_ method: String, fault: FaultCode?, took: Duration) {
        methods[method, default: Method()].requests += 1
        if fault != nil { methods[method, default: Method()].faults += 1 }
        methods[method, default: Method()].latency.count(took)
    }

    var answer: [MethodStatistics] {
        methods.sorted { $0.key < $1.key }.map { name, method in
            MethodStatistics(
                method: name, requests: method.requests, faults: method.faults,
                p50Microseconds: method.latency.quantile(0.5), p99Microseconds: method.latency.quantile(0.99))
        }
    }
}

/// The request count and latency of one method.
public struct MethodStatistics: Codable, Sendable {
    /// The method.
    public let method: String
    /// The number of requests.
    public let requests: Int
    /// The number of faults.
    public let faults: Int
    /// The median latency in microseconds: the upper end of a bucket that is 25 % wide.
    public let p50Microseconds: Int
    /// The 99th percentile of the latency in microseconds.
    public let p99Microseconds: Int
}

/// A histogram of durations whose buckets grow by a quarter, from 1 microsecond up.
struct LatencyHistogram {
    private var buckets = [Int](repeating: 0, count: 128)
    private var total = 0

    mutating func count(_ duration: Duration) {
        total += 1
        buckets[Self.bucket(UInt64(max(0, duration.wholeMicroseconds)))] += 1
    }

    /// Returns the upper end of the bucket that holds the quantile; 0 for an empty histogram.
    func quantile(_ share: Double) -> Int {
        guard total > 0 else { return 0 }
        var missing = Int((Double(total) * share).rounded(.up))
        for (index, count) in buckets.enumerated() {
            missing -= count
            if missing <= 0 { return Self.upperEnd(of: index) }
        }
        return Self.upperEnd(of: buckets.count - 1)
    }

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
