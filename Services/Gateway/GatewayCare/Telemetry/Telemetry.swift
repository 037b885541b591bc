import Coordination
import Domain
import GatewaySession
import Hosting

/// Collects spans and log lines of a house, and sends them to a collector.
package struct Telemetry: Sendable {
    /// How often services are asked.
    private static let interval = Duration.seconds(2)

    private let services: [String]
    private let client: ServiceClient
    private let settings: TelemetrySettings
    private let version: String
    private let began: Instant
    private let clock: WallClock
    private let log: Log
    private let inbox: RunInbox
    private let source: (any LogSource)?
    private let spans: Delivery<ExportedSpan>
    private let records: Delivery<ExportedLogRecord>

    /// Creates the exporter of a house. The caller holds its lock.
    ///
    /// - Parameters:
    ///   - version: The version of the gateway.
    ///   - post: Sends a request to the collector.
    /// - Throws: ``HostingError`` when there can be no socket for runs.
    package init(
        of house: House, _ client: ServiceClient, _ settings: TelemetrySettings, version: String, log: Log,
        post: @escaping Delivery<ExportedSpan>.Post
    ) throws(HostingError) {
        services = house.allServices
        self.client = client
        self.settings = settings
        self.version = version
        self.log = log
        // Spans have the machine's time, whatever KOPILKA_CLOCK says.
        clock = .system
        began = clock.now()
        inbox = try RunInbox(in: house.runDirectory)
        source =
            switch settings.logs {
            case .off: nil
            case .from: SystemdHouse.runs(house) ? JournalFollower(house.variables, log: log) : LogFiles(of: house)
            }
        spans = Delivery("spans", path: "/v1/traces", clock: clock, log: log, post: post) { OTLPDocument.traces($0) }
        records = Delivery("logs", path: "/v1/logs", clock: clock, log: log, post: post) { OTLPDocument.logs($0) }
    }

    /// Works until the task is cancelled; then sends what there is, with this time for each request.
    ///
    /// - Parameter report: Receives a sentence about what was sent, when that has changed.
    package func run(flushingWithin limit: Duration, report: @Sendable (String) -> Void) async {
        var reader = SpanReader(services, client, share: settings.share, began: began)
        var silent: Set<String> = []
        var told = ""
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await spans.run() }
            group.addTask { await records.run() }
            while !Task.isCancelled {
                await collect(&reader, &silent)
                let sentence = await sentence
                if sentence != told { report(sentence) }
                told = sentence
                try? await Task.sleep(for: Self.interval)
            }
            group.cancelAll()
        }
        // In a task of its own: this one is cancelled, and would send nothing.
        await Task {
            await collect(&reader, &silent)
            async let others: Void = records.flush(within: limit)
            await spans.flush(within: limit)
            await others
        }.value
    }

    private func collect(_ reader: inout SpanReader, _ silent: inout Set<String>) async {
        let turn = await reader.read()
        let told = inbox.take()
        let runs = told.runs.compactMap { ExportedSpan($0, version: version) }
        await spans.add(turn.spans + runs.filter { settings.share.includes($0.trace) })
        await spans.lose(Int(turn.lost) + told.dropped)
        let faults = Dictionary(turn.faults) { first, _ in first }
        for (service, fault) in faults where !silent.contains(service) {
            log.info(
                "spans not read", ["telemetry.service": .string(service), "fault": .string(fault.description)])
        }
        silent = Set(faults.keys)
        guard let source, case .from(let level) = settings.logs else { return }
        let news = source.news(at: clock.now())
        await records.add(news.records.filter { $0.level >= level })
        await records.lose(news.dropped)
    }

    /// `1204 spans sent, 0 dropped; 3 log lines sent, 0 dropped`
    private var sentence: String {
        get async {
            let (spans, records) = (await spans.summary, await records.summary)
            return "\(spans.sent) spans sent, \(spans.dropped) dropped; "
                + "\(records.sent) log lines sent, \(records.dropped) dropped"
        }
    }
}
