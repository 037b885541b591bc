import Hosting
import Testing

/// Distributions as metrics: each bucket has the values up to its bound, and those of all lower ones.
@Suite struct MetricHistogramTests {
    @Test func bucketsOfAPowerOfTwoHoldTheValuesUpToIt() {
        // 0 and 1, 2, 3 and 4, 5 to 8: one of each.
        let histogram = MetricHistogram(powersOfTwo: [2, 1, 2, 4], shown: [0, 1, 2, 3], scale: 1, sum: 36)
        #expect(histogram.buckets.map(\.upTo) == [1, 2, 4, 8])
        #expect(histogram.buckets.map(\.count) == [2, 3, 5, 9])
        #expect(histogram.count == 9 && histogram.sum == 36)
    }

    @Test func hiddenBucketsAreInTheNextOne() {
        let histogram = MetricHistogram(powersOfTwo: [1, 1, 1, 1, 1], shown: [1, 3], scale: 4_096, sum: 5)
        #expect(histogram.buckets == [MetricBucket(upTo: 8_192, count: 2), MetricBucket(upTo: 32_768, count: 4)])
        #expect(histogram.count == 5 && histogram.sum == 20_480)
    }

    @Test func latenciesAreInTheBucketOfTheirTime() {
        var latency = LatencyHistogram()
        for microseconds in [0, 63, 64, 255, 1_023, 1_024, 5_000, 100_000_000] {
            latency.count(.microseconds(microseconds))
        }
        let metric = latency.metric
        func count(upTo bound: Double) -> Int? { metric.buckets.first { $0.upTo == bound }?.count }
        #expect(count(upTo: 0.000064) == 2 && count(upTo: 0.000256) == 4 && count(upTo: 0.001024) == 5)
        #expect(count(upTo: 0.002048) == 6 && count(upTo: 0.008192) == 7)
        // Beyond the last bucket: in the count only.
        #expect(metric.buckets.last?.count == 7 && metric.count == 8)
        #expect(abs(metric.sum - 100.007429) < 1e-9)
        #expect(metric.buckets.map(\.upTo) == metric.buckets.map(\.upTo).sorted())
        #expect(metric.buckets.map(\.count) == metric.buckets.map(\.count).sorted())
    }
}
