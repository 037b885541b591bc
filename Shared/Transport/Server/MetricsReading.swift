import Coordination
import Hosting

/// Reads the sources of a service's metrics.
struct MetricsReading: Sendable {
    /// The time limit of one source. A gateway waits twice as long for the whole answer.
    private static let limit = Duration.seconds(1)

    private let sources: [MetricsSource]
    private let log: Log

    init(_ sources: [MetricsSource], log: Log) {
        self.sources = sources
        self.log = log
    }

    /// Reads all sources concurrently. A source that fails, or takes too long, does not spoil the rest: a disk that
    /// hangs has to be seen, and what it does not answer is missing.
    func read() async -> [MetricFamily] {
        let results = await withTaskGroup(of: (Int, [MetricFamily]?).self) { group in
            for (place, source) in sources.enumerated() { group.addTask { (place, await read(source)) } }
            var results = [[MetricFamily]?](repeating: nil, count: sources.count)
            for await (place, families) in group { results[place] = families }
            return results
        }
        let states = zip(sources, results).map { source, families in
            MetricSample(families == nil ? 0 : 1, [MetricLabel("source", source.name)])
        }
        return results.flatMap { $0 ?? [] } + [
            MetricFamily(.gauge, "source_up", "1 when a part of the service could be measured, otherwise 0.", states)
        ]
    }

    private func read(_ source: MetricsSource) async -> [MetricFamily]? {
        do {
            return try await withTimeLimit(Self.limit, fault: Fault(.deadlineExceeded, .waitedTooLong)) {
                try await source.read()
            }
        } catch {
            log.warning("metrics could not be read", ["metrics.source": "\(source.name)", "error": .error(error)])
            return nil
        }
    }
}
