import Coordination
import Hosting
import Synchronization

/// Counts scans since the start of the process.
package final class ScanMeter: Sendable {
    private enum Outcome: String, CaseIterable {
        case done
        case refused
        case cancelled
    }

    private struct State {
        var inHand = 0
        var outcomes: [Outcome: Int] = [:]
        var windows = 0
        var latency = LatencyHistogram()
    }

    private let state = Mutex(State())

    /// Creates a meter without scans.
    package init() {}

    /// Runs a scan and counts it.
    ///
    /// - Parameter windows: The number of windows that it compares if it is not interrupted.
    nonisolated(nonsending) func measuring<Value: Sendable>(
        windows: Int, _ scan: nonisolated(nonsending) () async throws -> Value
    ) async throws -> Value {
        let began = ContinuousClock.now
        state.withLock { $0.inHand += 1 }
        do {
            let value = try await scan()
            count(.done, windows: windows, took: .now - began)
            return value
        } catch {
            count(error is CancellationError ? .cancelled : .refused, windows: 0, took: .now - began)
            throw error
        }
    }

    private func count(_ outcome: Outcome, windows: Int, took: Duration) {
        state.withLock { state in
            state.inHand -= 1
            state.outcomes[outcome, default: 0] += 1
            state.windows += windows
            state.latency.count(took)
        }
    }

    /// The counts as metrics.
    var metrics: MetricsSource {
        MetricsSource("scans") { [self] in
            let state = state.withLock { $0 }
            return [
                MetricFamily(
                    .counter, "scans", "Scans of the market, by their outcome.",
                    Outcome.allCases.map { outcome in
                        MetricSample(Double(state.outcomes[outcome] ?? 0), [MetricLabel("outcome", outcome.rawValue)])
                    }),
                .gauge("scans_in_hand", "Scans that run or wait for their turn.", Double(state.inHand)),
                .counter("scan_windows", "Windows of candles that scans have compared.", Double(state.windows)),
                MetricFamily(
                    .histogram, "scan_duration_seconds", unit: "seconds",
                    "The time of a scan, its wait for a turn included.", [MetricSample(state.latency.metric)]),
            ]
        }
    }
}
