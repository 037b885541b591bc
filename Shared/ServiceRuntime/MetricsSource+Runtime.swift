import Hosting
import Replication
import Storage
import Transport

extension MetricsSource {
    /// The work of a store: what waits, commits and their sizes.
    static func storage(_ store: Store) -> MetricsSource {
        MetricsSource("storage") {
            let now = store.measurements
            return [
                .gauge("writes_waiting", "Writes that wait for the writer.", Double(now.writesWaiting)),
                .gauge("reads_waiting", "Reads that wait for a reader.", Double(now.readsWaiting)),
                .gauge(
                    "oldest_write_seconds", unit: "seconds",
                    "The age of the writes that wait or are being committed; 0 without any.",
                    now.oldestWrite.inSeconds),
                .gauge(
                    "oldest_read_seconds", unit: "seconds", "The age of the reads that wait; 0 without any.",
                    now.oldestRead.inSeconds),
            ] + families(now.commits)
        }
    }

    private static func families(_ commits: CommitCounts) -> [MetricFamily] {
        func histogram(
            _ distribution: CommitCounts.Distribution, _ shown: [Int], scale: Double = 1
        ) -> [MetricSample] {
            [
                MetricSample(
                    MetricHistogram(
                        powersOfTwo: distribution.powersOfTwo, shown: shown, scale: scale, sum: distribution.sum))
            ]
        }
        return [
            .counter("commits", "Commits since the start.", Double(commits.made)),
            .counter(
                "commits_failed", "Commits that the disk or the commit log refused as a whole.",
                Double(commits.failed)),
            MetricFamily(
                .histogram, "commit_writes", "The writes that share a commit.",
                histogram(commits.writes, Array(0...10))),
            MetricFamily(
                .histogram, "commit_size_bytes", unit: "bytes", "The bytes that a commit adds to the write-ahead log.",
                histogram(commits.pages, Array(stride(from: 0, through: 14, by: 2)), scale: 4_096)),
            MetricFamily(
                .histogram, "commit_duration_seconds", unit: "seconds",
                "The time from the beginning of a transaction until it is on disk.",
                histogram(commits.microseconds, Array(stride(from: 6, through: 24, by: 2)), scale: 1e-6)),
        ]
    }

    /// The version of the service and the time since its start.
    static func version(since start: ContinuousClock.Instant) -> MetricsSource {
        MetricsSource("version") {
            [
                MetricFamily(
                    .gauge, "build_info", "Always 1; the version of the service is the label.",
                    [MetricSample(1, [MetricLabel("version", Version.current)])]),
                .gauge(
                    "uptime_seconds", unit: "seconds", "The time since the start of the service.",
                    (ContinuousClock.now - start).inSeconds),
            ]
        }
    }

    /// The events: the newest one, and the last one that was handled of each other service.
    static func events(_ log: Store, _ cursors: EventCursors) -> MetricsSource {
        MetricsSource("events") {
            var samples: [MetricSample] = []
            for (source, cursor) in cursors.all {
                samples.append(MetricSample(Double(try await cursor()), [MetricLabel("source", source)]))
            }
            return [
                .gauge("newest_event", "The number of the newest event.", Double(log.newestSequence())),
                MetricFamily(
                    .gauge, "event_cursor", "The number of the last event of another service that was handled.",
                    samples),
            ]
        }
    }

    /// The commit log.
    static func commitLog(_ meter: LogMeter) -> MetricsSource {
        MetricsSource("commit log") {
            let reading = meter.reading
            return [
                .counter(
                    "commit_log_appends", "Commits that were appended to the commit log.", Double(reading.appends)),
                MetricFamily(
                    .histogram, "commit_log_append_seconds", unit: "seconds",
                    "The time until the commit log has confirmed a commit.", [MetricSample(reading.appendMetric)]),
                .counter(
                    "commit_log_doubts", "Commits that the commit log did not confirm at once.",
                    Double(reading.doubts)),
                .gauge("commit_log_commit", "The number of the newest commit.", Double(reading.newest ?? 0)),
            ]
        }
    }

    /// What this machine does for the service in a house of several machines.
    static func replica(_ replica: ReplicaHost) -> MetricsSource {
        MetricsSource("replica") {
            let health = replica.health
            return [
                .gauge("replica_leading", "1 on the machine that leads the service.", health.role == "leading" ? 1 : 0),
                .gauge(
                    "replica_trouble", "1 when something keeps the machine from leading or following.",
                    health.trouble == nil ? 0 : 1),
                .gauge("replica_behind_commits", "Commits that are not repeated yet.", Double(health.behind ?? 0)),
                .gauge(
                    "replica_stale_seconds", unit: "seconds", "The age of what is read from a copy; 0 where it leads.",
                    Double(health.staleMilliseconds ?? 0) / 1_000),
            ]
        }
    }
}
