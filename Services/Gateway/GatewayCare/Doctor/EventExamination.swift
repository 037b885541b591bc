import Coordination
import GatewaySession
import GatewayWords
import Hosting

/// Checks whether the services handle each other's events.
struct EventExamination {
    /// A reader that is behind has this long to go on.
    private static let patience = Duration.seconds(1)

    /// A service, and one whose events it handles.
    private struct Reader: Hashable {
        let service: String
        let source: String
    }

    let house: House
    let client: ServiceClient
    let isQuick: Bool

    func findings() async -> [Finding] {
        guard !isQuick else {
            return [Finding("events", nil, .skipped, Text("--quick leaves them out", "--quick их пропускает"))]
        }
        guard let behind = await behind() else {
            return [Finding("events", nil, .skipped, Text("no service tells", "ни одна служба не говорит"))]
        }
        guard !behind.isEmpty else {
            return [Finding("events", nil, .good, Text("all are handled", "все обработаны"))]
        }
        try? await Task.sleep(for: Self.patience)
        let later = await self.behind() ?? [:]
        let stuck = behind.compactMap { reader, count in
            // One that was handled meanwhile shows that the reader works.
            later[reader].flatMap { $0 >= count ? (reader, $0) : nil }
        }.sorted { ($0.0.service, $0.0.source) < ($1.0.service, $1.0.source) }
        guard !stuck.isEmpty else {
            return [Finding("events", nil, .good, Text("they are being handled", "обрабатываются"))]
        }
        return stuck.map { reader, count in
            Finding(
                "events", reader.service, .warning,
                Text(
                    "\(count, "event", "events") of \(reader.source) not handled",
                    "не обработано событий \(reader.source): \(count)"),
                cure: Text(
                    "gateway logs \(reader.service) says why", "gateway logs \(reader.service) скажет почему"))
        }
    }

    /// The number of events that each reader has not handled, without the readers that have handled all; nil when no
    /// service answers.
    private func behind() async -> [Reader: Int]? {
        let report = await MetricsReport.ask(house.allServices, client, data: nil)
        guard !report.isEmpty else { return nil }
        let samples = report.families.first { $0.name == "kopilka_event_lag_events" }?.samples ?? []
        var behind: [Reader: Int] = [:]
        for sample in samples where sample.value > 0 {
            guard let service = sample.label("service"), let source = sample.label("source") else { continue }
            behind[Reader(service: service, source: source)] = Int(sample.value)
        }
        return behind
    }
}
