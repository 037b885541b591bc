import Coordination
import Domain
import Hosting

/// Describes services that need not run.
public enum ServiceDescription {
    /// Returns what a service with these signals answers to `rpc.discover`.
    ///
    /// - Throws: ``JSONSchemaError`` for a type that has no schema.
    public static func openRPC(of service: ServiceIdentity, signals: [any Signal.Type]) throws -> [UInt8] {
        var routes = signals.map { SignalRoute($0) }
        routes.join(HealthRoutes(describing: service).routes)
        routes.append(
            EventFeed.route(of: service.name) { _, _ in
                throw Fault(.unavailable, "The service is described only.")
            })
        return try OpenRPCDocument(service: service, routes: routes).bytes()
    }
}

extension HealthRoutes {
    /// Creates the routes of a service that is described only.
    fileprivate init(describing service: ServiceIdentity) {
        self.init(
            service: service, reporter: ListenerReporter(), eventLog: nil, clock: .system, spans: SpanRing(), probe: {},
            replica: { nil }, commitLog: nil,
            metrics: MetricsReading([], log: Log(service: service.name, clock: .system)))
    }
}
