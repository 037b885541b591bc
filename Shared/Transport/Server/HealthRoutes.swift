import Coordination
import Domain
import Hosting
import StrictJSON
import Synchronization

/// How a service is: the answer to `<service>.health`.
public struct Health: Codable, Sendable {
    /// `ready`, `starting`, `migrating`, `draining` or `overloaded`.
    public let status: String
    /// The version of the service.
    public let version: String
    /// For how long it has run.
    public let uptimeSeconds: Int
    /// What time it is for the service.
    public let time: Instant
    /// Whether the kernel keeps it to its own files.
    public let confined: Bool
}

/// What a service has done: the answer to `<service>.stats`.
public struct Statistics: Codable, Sendable {
    /// For how long it has run.
    public let uptimeSeconds: Int
    /// Requests in hand now.
    public let inFlight: Int
    /// Replies that peers who do not read never got.
    public let repliesDropped: Int
    /// The newest sequence of its events; absent where there are none.
    public let lastEvent: Int64?
    /// By method.
    public let methods: [MethodStatistics]
}

/// What a signal without parameters takes.
struct NoParameters: Codable, Sendable {}

/// What every service answers by itself: health on the work path, statistics, traces, and what it understands.
struct HealthRoutes {
    let service: ServiceIdentity
    let reporter: ListenerReporter
    let eventLog: (any EventLog)?
    let clock: WallClock
    let spans: SpanRing
    let probe: @Sendable () async throws -> Void

    var routes: [SignalRoute] {
        [
            SignalRoute(
                method: "\(service.name).health", summary: "Tells whether the service works.", access: .open,
                taking: NoParameters.self
            ) { [service, reporter, clock, probe] _, _ in
                try await probe()
                return Health(
                    status: await reporter.status(), version: service.version, uptimeSeconds: service.uptimeSeconds,
                    time: clock.now(), confined: Confinement.isInForce)
            },
            SignalRoute(
                method: "\(service.name).stats", summary: "Tells what the service has done since its start.",
                access: .session, taking: NoParameters.self
            ) { [service, reporter, eventLog] _, _ in
                await reporter.statistics(uptime: service.uptimeSeconds, lastEvent: eventLog?.newestSequence())
            },
            spans.route(of: service.name),
        ]
    }

    static func discover(_ service: ServiceIdentity, _ others: [SignalRoute]) -> SignalRoute {
        let document = OpenRPCDocument(service: service, routes: others)
        return SignalRoute(
            method: "rpc.discover", summary: "Describes every method of the service, as OpenRPC does.", access: .open,
            taking: NoParameters.self, answering: JSONSchema(.dictionary(of: JSONSchema(.any)))
        ) { _, _ in
            { writer in try document.write(to: &writer) }
        }
    }
}

extension SignalRoute {
    /// This route, with the members of another's answer behind its own.
    ///
    /// For a service whose own signal has the name of a method that every service has. What the other answers may stand in
    /// the type of its answer too, as long as the service leaves it out.
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

extension ServiceIdentity {
    /// For how long the service has run.
    var uptimeSeconds: Int { Int((ContinuousClock.now - startedAt).components.seconds) }
}

/// Tells of a listener that is made only after the routes that ask about it.
final class ListenerReporter: Sendable {
    private let listener = Mutex<WeakListener>(WeakListener())

    private struct WeakListener {
        weak var value: Listener?
    }

    func set(_ listener: Listener) { self.listener.withLock { $0.value = listener } }

    func status() async -> String { await listener.withLock { $0.value }?.status ?? "starting" }

    func statistics(uptime: Int, lastEvent: Int64?) async -> Statistics {
        let counted = await listener.withLock { $0.value }?.counted
        return Statistics(
            uptimeSeconds: uptime, inFlight: counted?.inFlight ?? 0, repliesDropped: counted?.repliesDropped ?? 0,
            lastEvent: lastEvent, methods: counted?.methods ?? [])
    }
}

extension Listener {
    /// The word for `<service>.health`.
    var status: String {
        if isDraining { return "draining" }
        return requestsInHand >= limits.inFlight * 9 / 10 ? "overloaded" : "ready"
    }

    /// What has been counted.
    var counted: (inFlight: Int, repliesDropped: Int, methods: [MethodStatistics]) {
        (requestsInHand, statistics.repliesDropped, statistics.answer)
    }
}
