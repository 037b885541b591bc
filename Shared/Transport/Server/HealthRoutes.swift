import Coordination
import Domain
import Hosting
import StrictJSON
import Synchronization

/// The state of a service: the answer to `<service>.health`.
public struct Health: Codable, Sendable {
    /// `ready`, `starting`, `draining` or `overloaded`.
    public let status: String
    /// The version of the service.
    public let version: String
    /// The time since its start, in seconds.
    public let uptimeSeconds: Int
    /// The service's current time.
    public let time: Instant
    /// True when the kernel confines the service to its own files.
    public let confined: Bool
    /// What this machine does for the service in a house of several machines; absent in a house on one.
    public let replica: ReplicaHealth?
    /// What the service knows of the commit log; absent in a house without one.
    public let log: LogHealth?
}

/// What a machine does for a service in a house of several machines.
public struct ReplicaHealth: Codable, Sendable {
    /// The machine.
    public let host: String
    /// `leading`, `promoting` or `following`.
    public let role: String
    /// The machine that leads; absent when none does.
    public let leader: String?
    /// The number of the last commit that is repeated here; absent for a leader.
    public let commit: Int64?
    /// How many commits the log has more, as of the last look; absent for a leader.
    public let behind: Int64?
    /// The age of what is read here, in milliseconds; absent for a leader, and before everything was repeated once.
    public let staleMilliseconds: Int?
    /// Why it does not follow or lead; absent when all is well.
    public let trouble: String?
    /// The last comparison of the whole content with the leader's; absent before the first.
    public let comparison: ComparisonHealth?

    /// Creates a report.
    public init(
        host: String, role: String, leader: String?, commit: Int64?, behind: Int64?, staleMilliseconds: Int?,
        trouble: String?, comparison: ComparisonHealth? = nil
    ) {
        self.host = host
        self.role = role
        self.leader = leader
        self.commit = commit
        self.behind = behind
        self.staleMilliseconds = staleMilliseconds
        self.trouble = trouble
        self.comparison = comparison
    }
}

/// The last comparison of the whole content of a service that a machine took part in.
public struct ComparisonHealth: Codable, Sendable {
    /// The commit at which all machines compare.
    public let commit: Int64
    /// When this machine had compared; absent for a difference that was found before the process began.
    public let time: Instant?
    /// `leader` for the machine whose content is compared with, otherwise `equal` or `differs`.
    public let outcome: String
    /// The tables that differ; absent when none does.
    public let tables: [String]?

    /// Creates a report.
    public init(commit: Int64, time: Instant?, outcome: String, tables: [String]?) {
        self.commit = commit
        self.time = time
        self.outcome = outcome
        self.tables = tables
    }
}

/// The counters of a service: the answer to `<service>.stats`.
public struct Statistics: Codable, Sendable {
    /// The time since its start, in seconds.
    public let uptimeSeconds: Int
    /// The number of requests in progress.
    public let inFlight: Int
    /// The number of replies that were dropped because their peers do not read.
    public let repliesDropped: Int
    /// The sequence of its newest event; absent for a service without events.
    public let lastEvent: Int64?
    /// The counters by method.
    public let methods: [MethodStatistics]
    /// The appends to the commit log; absent in a house without one.
    public let log: LogStatistics?
}

/// The measurements of a service: the answer to `<service>.metrics`.
struct MetricsAnswer: Codable, Sendable {
    /// The families, each name once.
    let families: [MetricFamily]
}

/// The params of a signal without parameters.
struct NoParameters: Codable, Sendable {}

/// The methods that every service answers: health over the work path, statistics, metrics, traces, and `rpc.discover`.
struct HealthRoutes {
    let service: ServiceIdentity
    let reporter: ListenerReporter
    let eventLog: (any EventLog)?
    let clock: WallClock
    let spans: SpanRing
    let probe: @Sendable () async throws -> Void
    let replica: @Sendable () -> ReplicaHealth?
    let commitLog: LogReporter?
    let metrics: MetricsReading

    var routes: [SignalRoute] {
        [
            SignalRoute(
                method: "\(service.name).health", summary: "Reports whether the service works.", access: .open,
                taking: NoParameters.self
            ) { [service, reporter, clock, probe, replica, commitLog] _, _ in
                try await probe()
                return Health(
                    status: await reporter.status(), version: service.version, uptimeSeconds: service.uptimeSeconds,
                    time: clock.now(), confined: Confinement.isInForce, replica: replica(),
                    log: commitLog?.health())
            },
            SignalRoute(
                method: "\(service.name).stats", summary: "Reports what the service has done since its start.",
                access: .session, taking: NoParameters.self
            ) { [service, reporter, eventLog, commitLog] _, _ in
                await reporter.statistics(
                    uptime: service.uptimeSeconds, lastEvent: eventLog?.newestSequence(), log: commitLog?.statistics())
            },
            SignalRoute(
                method: "\(service.name).metrics", summary: "Measures the service, for monitoring.", access: .operator,
                taking: NoParameters.self
            ) { [metrics, reporter] _, _ in
                MetricsAnswer(families: await reporter.metrics() + metrics.read())
            },
            spans.route(of: service.name),
            spans.spansRoute(of: service),
        ]
    }

    static func discover(_ service: ServiceIdentity, _ others: [SignalRoute]) -> SignalRoute {
        let document = OpenRPCDocument(service: service, routes: others)
        return SignalRoute(
            method: "rpc.discover", summary: "Describes every method of the service as an OpenRPC document.",
            access: .open,
            taking: NoParameters.self, answering: JSONSchema(.dictionary(of: JSONSchema(.any)))
        ) { _, _ in
            let bytes = try document.bytes()
            return { writer in writer.raw(bytes) }
        }
    }
}

extension [SignalRoute] {
    /// Adds common methods. A route of the same name stays, and gets the members of the common answer.
    mutating func join(_ others: [SignalRoute]) {
        for common in others {
            if let own = firstIndex(where: { $0.method == common.method }) {
                self[own] = self[own].followed(by: common)
            } else {
                append(common)
            }
        }
    }
}

extension SignalRoute {
    /// Returns this route with the members of another route's answer appended to its own.
    ///
    /// It serves a service whose own signal has the name of a common method. The type of the own answer may declare the
    /// other's members, too, as long as the service leaves them out.
    func followed(by other: SignalRoute) -> SignalRoute {
        SignalRoute(
            method: method, summary: summary, access: access, effect: effect,
            describe: {
                let (own, more) = (try describe(), try other.describe())
                let added = Set(more.answer.fields.map(\.name))
                let fields = own.answer.fields.filter { !added.contains($0.name) } + more.answer.fields
                return (own.parameters, JSONSchema(.object(fields: fields)))
            },
            serve: { params, context, entrance in
                let writers = [
                    try await serve(params, context, entrance), try await other.serve(nil, context, entrance),
                ]
                return { writer in
                    writer.beginObject()
                    for write in writers {
                        var part = JSONWriter()
                        try write(&part)
                        for member in try JSONDocument(part.finish()).root.members {
                            writer.key(member.name)
                            writer.raw(member.node.rawBytes)
                        }
                    }
                    writer.endObject()
                }
            })
    }
}

/// Reports on a listener that is created after the routes that ask about it.
final class ListenerReporter: Sendable {
    private let listener = Mutex<WeakListener>(WeakListener())

    private struct WeakListener {
        weak var value: Listener?
    }

    func set(_ listener: Listener) { self.listener.withLock { $0.value = listener } }

    func status() async -> String { await listener.withLock { $0.value }?.status ?? "starting" }

    /// The counters of the listener as metrics.
    func metrics() async -> [MetricFamily] { await listener.withLock { $0.value }?.metrics ?? [] }

    func statistics(uptime: Int, lastEvent: Int64?, log: LogStatistics?) async -> Statistics {
        let counted = await listener.withLock { $0.value }?.counted
        return Statistics(
            uptimeSeconds: uptime, inFlight: counted?.inFlight ?? 0, repliesDropped: counted?.repliesDropped ?? 0,
            lastEvent: lastEvent, methods: counted?.methods ?? [], log: log)
    }
}

extension Listener {
    /// The status in the answer to `<service>.health`.
    var status: String {
        if isDraining { return "draining" }
        return requestsInHand >= limits.inFlight * 9 / 10 ? "overloaded" : "ready"
    }

    /// The counters of the listener.
    var counted: (inFlight: Int, repliesDropped: Int, methods: [MethodStatistics]) {
        (requestsInHand, statistics.repliesDropped, statistics.answer)
    }
}
