import Coordination
import Domain
import Hosting

/// Request counts and latencies by method, since the start.
struct ServiceStatistics {
    /// The number of replies dropped because their peers do not read.
    var repliesDropped = 0
    private var methods: [String: Method] = [:]

    private struct Method {
        var requests = 0
        var faults = 0
        var faultsByCode: [FaultCode: Int] = [:]
        var latency = LatencyHistogram()

        mutating func count(_ fault: FaultCode?, _ took: Duration) {
            requests += 1
            latency.count(took)
            guard let fault else { return }
            faults += 1
            faultsByCode[fault, default: 0] += 1
        }
    }

    mutating func count(_ method: String, fault: FaultCode?, took: Duration) {
        methods[method, default: Method()].count(fault, took)
    }

    /// The counters as metrics.
    var metrics: [MetricFamily] {
        let sorted = methods.sorted { $0.key < $1.key }
        func samples(_ sample: (Method) -> MetricSample) -> [MetricSample] {
            sorted.map { sample($0.value).labelled("method", $0.key) }
        }
        let faults = sorted.flatMap { name, method in
            method.faultsByCode.sorted { $0.key.name < $1.key.name }.map { code, count in
                MetricSample(Double(count), [MetricLabel("method", name), MetricLabel("code", code.name)])
            }
        }
        return [
            MetricFamily(
                .counter, "requests", "Requests that were answered, with faults.",
                samples { MetricSample(Double($0.requests)) }),
            MetricFamily(.counter, "faults", "Requests that were answered with a fault, by its code.", faults),
            MetricFamily(
                .histogram, "request_duration_seconds", unit: "seconds",
                "The time from the arrival of a request to its answer.", samples { MetricSample($0.latency.metric) }),
            // An alert needs a series that is there from the beginning: only then the first error shows as growth.
            .counter(
                "internal_faults", "Requests that an internal error ended; the log has its details.",
                Double(methods.values.reduce(0) { $0 + ($1.faultsByCode[.internalFault] ?? 0) })),
            .counter(
                "replies_dropped", "Replies that were dropped because their readers do not read.",
                Double(repliesDropped)),
        ]
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
