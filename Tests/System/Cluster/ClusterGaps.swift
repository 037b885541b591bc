import Foundation

/// How long nothing could be written, by kind of event.
struct ClusterGaps: CustomStringConvertible {
    private var gaps: [(event: ClusterEvent, gap: Duration)] = []
    private var seconds = (all: 0, withWrites: 0)

    /// Notes an event from its beginning to the moment when all machines wrote again.
    ///
    /// - Parameter writes: The moments of the acknowledgements, in order.
    mutating func note(_ event: ClusterEvent, _ writes: [ContinuousClock.Instant], from: ContinuousClock.Instant) {
        let marks = [from] + writes.filter { $0 > from }
        let gap = zip(marks, marks.dropFirst()).map { $1 - $0 }.max() ?? .zero
        gaps.append((event, gap))
        guard let last = marks.last else { return }
        let written = Set(marks.dropFirst().map { Int(($0 - from) / .seconds(1)) })
        seconds.all += Int((last - from) / .seconds(1)) + 1
        seconds.withWrites += written.count
    }

    /// A line for each kind of event, and one for all.
    var description: String {
        let lines = ClusterEvent.allCases.compactMap { event -> String? in
            let own = gaps.filter { $0.event == event }.map(\.gap).sorted()
            guard let longest = own.last else { return nil }
            return "\(event.rawValue): write gap p50 \(Self.text(own[own.count / 2])), maximum \(Self.text(longest))"
                + " (\(own.count))"
        }
        let share = seconds.all == 0 ? 0 : seconds.withWrites * 100 / seconds.all
        return (lines + ["seconds with writes: \(seconds.withWrites) of \(seconds.all), \(share) %"])
            .joined(separator: "\n")
    }

    private static func text(_ duration: Duration) -> String { String(format: "%.2f s", duration / .seconds(1)) }
}
