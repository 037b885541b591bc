import Domain
import Drawing
import Foundation
import Hosting
import Synchronization

/// The latencies and the acknowledgements of a run of chaos, second by second.
final class ChaosRecord: Sendable {
    private struct State {
        var latencies: [String: (histogram: LatencyHistogram, count: Int)] = [:]
        var seconds: [Int] = []
        var faults: [InjectedFault: Int] = [:]
        var problems: [String] = []
    }

    private let began = ContinuousClock.now
    private let state = Mutex(State())

    /// Notes an acknowledgement that came now.
    func acknowledged(by way: String, after start: ContinuousClock.Instant) {
        let now = ContinuousClock.now
        state.withLock { state in
            state.latencies[way, default: (LatencyHistogram(), 0)].histogram.count(now - start)
            state.latencies[way]?.count += 1
            let second = Int((now - began) / .seconds(1))
            while state.seconds.count <= second { state.seconds.append(0) }
            state.seconds[second] += 1
        }
    }

    func note(_ fault: InjectedFault) { state.withLock { $0.faults[fault, default: 0] += 1 } }

    func note(problem: String) { state.withLock { $0.problems.append(problem) } }

    var problems: [String] { state.withLock { $0.problems } }

    /// The share of seconds in which something was acknowledged.
    var availability: Double {
        let seconds = state.withLock { $0.seconds }
        return seconds.isEmpty ? 0 : Double(seconds.count { $0 > 0 }) / Double(seconds.count)
    }

    /// The whole record for people.
    var text: String {
        let state = state.withLock { state in
            (faults: state.faults, latencies: state.latencies, seconds: state.seconds)
        }
        var lines = InjectedFault.allCases.map { "  \($0.rawValue): \(state.faults[$0] ?? 0)" }
        for (way, kept) in state.latencies.sorted(by: { $0.key < $1.key }) {
            let quantiles = [0.5, 0.9, 0.99, 0.999, 1].map { share in
                "\(share == 1 ? "max" : "p\(share * 100)") \(kept.histogram.quantile(share) / 1000) ms"
            }
            lines.append("  \(kept.count) by \(way): \(quantiles.joined(separator: ", "))")
        }
        let share = String(format: "%.1f %%", 100 * availability)
        lines.append("  acknowledged something in \(share) of \(state.seconds.count) seconds")
        return lines.joined(separator: "\n")
    }

    /// The acknowledgements of each second.
    var chart: Chart {
        let seconds = state.withLock { $0.seconds }
        let points = seconds.enumerated().map { second, count in
            Point(at: Instant(milliseconds: Int64(second) * 1000), Double(count))
        }
        return Chart(
            title: "Chaos: acknowledged changes",
            subtitle: String(format: "something in %.1f %% of the seconds", 100 * availability),
            series: [Series("acknowledged", .line(points))], horizontal: .time, measure: "acknowledged",
            unit: "a second")
    }
}
