import Coordination
import Domain
import GatewaySession
import GatewayWords
import Hosting
import StrictJSON

/// The metrics of all services, and those that the gateway adds: which service answers, and how far the readers of
/// events are behind.
package struct MetricsReport: Sendable {
    /// The families, each name once. Each sample has the label `service`.
    package let families: [MetricFamily]
    /// The faults of the services that did not answer, by service.
    package let faults: [(service: String, fault: Fault)]

    /// True when no service answered.
    package var isEmpty: Bool { faults.count == asked }
    private let asked: Int

    /// The answer of one service.
    private struct Told: Decodable {
        let families: [MetricFamily]
    }

    private struct Entry: Sendable {
        let service: String
        let result: Result<[MetricFamily], Fault>
        let took: Duration
    }

    /// Asks all services concurrently, with the time limit of the client.
    ///
    /// - Parameter data: The data directory, whose scheduled backups are measured, too.
    package static func ask(_ services: [String], _ client: ServiceClient, data: String?) async -> MetricsReport {
        let entries = await withTaskGroup(of: Entry.self) { group in
            for service in services { group.addTask { await ask(service, client) } }
            var entries: [String: Entry] = [:]
            for await entry in group { entries[entry.service] = entry }
            return services.compactMap { entries[$0] }
        }
        return MetricsReport(entries, data.map { BackupRecord.read(data: $0) })
    }

    private static func ask(_ service: String, _ client: ServiceClient) async -> Entry {
        let began = ContinuousClock.now
        let result: Result<[MetricFamily], Fault>
        do {
            let answer = try await client.askAsOperator(service: service, method: "\(service).metrics")
            result = .success(try client.decode(Told.self, from: answer).families)
        } catch let fault as Fault {
            result = .failure(fault)
        } catch {
            result = .failure(
                Fault(
                    .internalFault,
                    "\(Text("\(service) could not be asked: \(error).", "Спросить \(service) не удалось: \(error)."))"))
        }
        return Entry(service: service, result: result, took: ContinuousClock.now - began)
    }

    private init(_ entries: [Entry], _ record: BackupRecord?) {
        asked = entries.count
        faults = entries.compactMap { entry in
            if case .failure(let fault) = entry.result { (entry.service, fault) } else { nil }
        }
        var merged = MergedFamilies()
        for entry in entries {
            guard case .success(let families) = entry.result else { continue }
            for family in families { merged.add(family, of: entry.service) }
        }
        let own = [
            MetricFamily(
                .gauge, "up", "1 when the service answered, otherwise 0.",
                entries.map { entry in
                    MetricSample((try? entry.result.get()) == nil ? 0 : 1, [MetricLabel("service", entry.service)])
                }),
            MetricFamily(
                .gauge, "scrape_duration_seconds", unit: "seconds", "The time until the service answered, or failed.",
                entries.map { MetricSample($0.took.inSeconds, [MetricLabel("service", $0.service)]) }),
        ]
        families = own + merged.families + [Self.lag(in: merged.families)] + (record?.good.map(Self.backup) ?? [])
    }

    /// The last scheduled backup.
    private static func backup(_ good: BackupRecord.Good) -> [MetricFamily] {
        let label = [MetricLabel("service", "gateway")]
        return [
            MetricFamily(
                .gauge, "backup_last_success_timestamp_seconds", unit: "seconds",
                "When the last scheduled backup that was verified was begun, since 1970.",
                [MetricSample(Double(good.at.milliseconds) / 1000, label)]),
            MetricFamily(
                .gauge, "backup_size_bytes", unit: "bytes", "The size of that backup.",
                [MetricSample(Double(good.bytes), label)]),
        ]
    }

    /// How far each reader is behind the newest event of its source. It is known only here: a reader asks its source
    /// for the next events, not for the newest.
    private static func lag(in families: [MetricFamily]) -> MetricFamily {
        func samples(_ name: String) -> [MetricSample] {
            families.first { $0.name == "kopilka_\(name)" }?.samples ?? []
        }
        let newest = Dictionary(
            samples("newest_event").compactMap { sample in sample.label("service").map { ($0, sample.value) } }
        ) { first, _ in first }
        let lags = samples("event_cursor").compactMap { sample -> MetricSample? in
            guard let newest = sample.label("source").flatMap({ newest[$0] }) else { return nil }
            // The source may have answered before the reader.
            return MetricSample(max(0, newest - sample.value), sample.labels)
        }
        return MetricFamily(
            .gauge, "event_lag_events", "Events of another service that were not handled yet.", lags)
    }
}

/// The families of several services, put together by name.
private struct MergedFamilies {
    private var order: [String] = []
    private var byName: [String: MetricFamily] = [:]

    var families: [MetricFamily] { order.compactMap { byName[$0] } }

    mutating func add(_ family: MetricFamily, of service: String) {
        let samples = family.samples.map { $0.labelled("service", service) }
        guard let known = byName[family.name] else {
            order.append(family.name)
            byName[family.name] = family.with(samples)
            return
        }
        // A service of another version may measure something else under this name. The text can have one kind only.
        guard known.kind == family.kind, known.unit == family.unit else { return }
        byName[family.name] = known.with(known.samples + samples)
    }
}

extension MetricSample {
    /// Returns the value of a label; nil when there is none of that name.
    func label(_ name: String) -> String? { labels.first { $0.name == name }?.value }
}
