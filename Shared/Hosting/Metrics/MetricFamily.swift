/// The kind of a metric.
///
/// - Source: OpenMetrics 1.0, section "Metric Types".
public enum MetricKind: String, Codable, Sendable, CaseIterable {
    /// A value that goes up and down.
    case gauge
    /// A number of events since the start of the process. It only grows.
    case counter
    /// A distribution of values since the start of the process.
    case histogram
}

/// A name and a value that distinguish one measurement from others of its family. Values never come from people: they
/// are names of services, methods, fault codes, currencies and kinds of channels.
public struct MetricLabel: Codable, Hashable, Sendable {
    /// The name, such as `method`.
    public let name: String
    /// The value, such as `ledger.transfer`.
    public let value: String

    /// Creates a label.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// A bucket of a histogram.
public struct MetricBucket: Codable, Hashable, Sendable {
    /// The highest value in it, in the unit of the family.
    public let upTo: Double
    /// The number of values in this bucket and all lower ones.
    public let count: Int

    /// Creates a bucket.
    public init(upTo: Double, count: Int) {
        self.upTo = upTo
        self.count = count
    }
}

/// One measurement.
public struct MetricSample: Codable, Hashable, Sendable {
    /// What it is about, besides the service.
    public let labels: [MetricLabel]
    /// The measured value; of a histogram, the number of values.
    public let value: Double
    /// The sum of all values; of a histogram only.
    public let sum: Double?
    /// The buckets, lowest first, without the one that has all values; of a histogram only.
    public let buckets: [MetricBucket]?

    /// Creates a measurement of a gauge or a counter.
    public init(_ value: Double, _ labels: [MetricLabel] = []) {
        self.init(labels: labels, value: value, sum: nil, buckets: nil)
    }

    /// Creates the measurements of a histogram.
    public init(_ histogram: MetricHistogram, _ labels: [MetricLabel] = []) {
        self.init(
            labels: labels, value: Double(histogram.count), sum: histogram.sum, buckets: histogram.buckets)
    }

    private init(labels: [MetricLabel], value: Double, sum: Double?, buckets: [MetricBucket]?) {
        self.labels = labels
        self.value = value
        self.sum = sum
        self.buckets = buckets
    }

    /// Returns the same measurement with one more label, which comes first.
    public func labelled(_ name: String, _ value: String) -> MetricSample {
        MetricSample(labels: [MetricLabel(name, value)] + labels, value: self.value, sum: sum, buckets: buckets)
    }
}

/// A distribution of values.
public struct MetricHistogram: Hashable, Sendable {
    /// The buckets, lowest first, without the one that has all values.
    public let buckets: [MetricBucket]
    /// The number of all values.
    public let count: Int
    /// The sum of all values, in the unit of the family.
    public let sum: Double

    /// Creates a distribution.
    public init(buckets: [MetricBucket], count: Int, sum: Double) {
        self.buckets = buckets
        self.count = count
        self.sum = sum
    }

    /// Creates a distribution from buckets whose bounds are powers of two.
    ///
    /// - Parameters:
    ///   - counts: The numbers of values by the least power of two that is not below them.
    ///   - shown: The powers for which there is a bucket.
    ///   - scale: The unit of the values, in the unit of the family: 0.000001 for microseconds in a family of seconds.
    ///   - sum: The sum of all values, in the unit of the values.
    public init(powersOfTwo counts: [Int], shown: [Int], scale: Double = 1, sum: Int64) {
        buckets = shown.map { power in
            MetricBucket(upTo: Double(1 << power) * scale, count: counts.prefix(power + 1).reduce(0, +))
        }
        count = counts.reduce(0, +)
        self.sum = Double(sum) * scale
    }
}

/// All measurements of one name.
public struct MetricFamily: Codable, Hashable, Sendable {
    /// The name, such as `kopilka_requests`. It ends in the unit if there is one, and never in `_total`.
    public let name: String
    /// The kind of the metric.
    public let kind: MetricKind
    /// The base unit, `seconds` or `bytes`; absent for numbers of things.
    public let unit: String?
    /// What it measures, in one English sentence.
    public let help: String
    /// The measurements.
    public let samples: [MetricSample]

    /// Creates a family. Its name gets the prefix `kopilka_`.
    public init(
        _ kind: MetricKind, _ name: String, unit: String? = nil, _ help: String, _ samples: [MetricSample]
    ) {
        self.name = "kopilka_\(name)"
        self.kind = kind
        self.unit = unit
        self.help = help
        self.samples = samples
    }

    /// Creates a gauge with one measurement.
    public static func gauge(
        _ name: String, unit: String? = nil, _ help: String, _ value: Double
    ) -> MetricFamily {
        MetricFamily(.gauge, name, unit: unit, help, [MetricSample(value)])
    }

    /// Creates a counter with one measurement.
    public static func counter(
        _ name: String, unit: String? = nil, _ help: String, _ value: Double
    ) -> MetricFamily {
        MetricFamily(.counter, name, unit: unit, help, [MetricSample(value)])
    }

    /// Returns the family with other measurements.
    public func with(_ samples: [MetricSample]) -> MetricFamily {
        MetricFamily(named: name, kind, unit: unit, help, samples)
    }

    private init(named name: String, _ kind: MetricKind, unit: String?, _ help: String, _ samples: [MetricSample]) {
        self.name = name
        self.kind = kind
        self.unit = unit
        self.help = help
        self.samples = samples
    }
}

extension Duration {
    /// The duration in seconds, for a metric.
    public var inSeconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds) / 1e18
    }
}
