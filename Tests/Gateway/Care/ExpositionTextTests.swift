import Foundation
import Hosting
import TestSupport
import Testing

@testable import GatewayCare

/// The text of metrics, in both formats.
@Suite struct ExpositionTextTests {
    private static let promtool = "/usr/bin/promtool"

    private static let families = [
        MetricFamily(
            .counter, "requests", "Requests, \"all\" of them.\nA \\ too.",
            [
                MetricSample(12_345_678, [MetricLabel("service", "ledger"), MetricLabel("method", "a\"b\\c\nd")]),
                MetricSample(0.5),
            ]),
        MetricFamily.gauge("memory_bytes", unit: "bytes", "The memory.", 3e18),
        MetricFamily(
            .histogram, "wait_seconds", unit: "seconds", "The wait.",
            [
                MetricSample(
                    MetricHistogram(
                        buckets: [MetricBucket(upTo: 0.000064, count: 1), MetricBucket(upTo: 1, count: 3)], count: 4,
                        sum: 2.25), [MetricLabel("service", "auth")])
            ]),
        MetricFamily(.gauge, "nothing", "Not measured.", []),
    ]

    @Test func openMetrics() {
        #expect(
            ExpositionText.of(Self.families, as: .openMetrics) == #"""
                # HELP kopilka_requests Requests, \"all\" of them.\nA \\ too.
                # TYPE kopilka_requests counter
                kopilka_requests_total{service="ledger",method="a\"b\\c\nd"} 12345678
                kopilka_requests_total 0.5
                # HELP kopilka_memory_bytes The memory.
                # TYPE kopilka_memory_bytes gauge
                # UNIT kopilka_memory_bytes bytes
                kopilka_memory_bytes 3e+18
                # HELP kopilka_wait_seconds The wait.
                # TYPE kopilka_wait_seconds histogram
                # UNIT kopilka_wait_seconds seconds
                kopilka_wait_seconds_bucket{service="auth",le="6.4e-05"} 1
                kopilka_wait_seconds_bucket{service="auth",le="1.0"} 3
                kopilka_wait_seconds_bucket{service="auth",le="+Inf"} 4
                kopilka_wait_seconds_count{service="auth"} 4
                kopilka_wait_seconds_sum{service="auth"} 2.25
                # HELP kopilka_nothing Not measured.
                # TYPE kopilka_nothing gauge
                # EOF

                """#)
    }

    @Test func theClassicFormatHasNoUnitsAndNoEndAndFullNamesOfCounters() {
        let text = ExpositionText.of(Self.families, as: .classic)
        let lines = text.split(separator: "\n")
        #expect(lines.contains("# TYPE kopilka_requests_total counter"))
        // Quotes are not escaped in the help of this format.
        #expect(lines.contains(#"# HELP kopilka_requests_total Requests, "all" of them.\nA \\ too."#))
        #expect(!text.contains("# UNIT") && !text.contains("# EOF"))
        #expect(lines.contains(#"kopilka_requests_total{service="ledger",method="a\"b\\c\nd"} 12345678"#))
    }

    @Test(
        .enabled(if: FileManager.default.isExecutableFile(atPath: promtool), "the package prometheus is not installed"))
    func prometheusReadsTheClassicFormat() async throws {
        let folder = TemporaryDirectory()
        let text = ExpositionText.of(Array(Self.families.dropLast()), as: .classic)
        let checked = try await FinishedProcess.run(
            executable: "/bin/sh",
            arguments: ["-c", "\(Self.promtool) check metrics < \(try folder.write(text, to: "text"))"],
            environment: [:])
        #expect(checked.status == .exited(0), "\(checked)")
    }
}
