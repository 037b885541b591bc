/// A part of a service that can be measured. An assembly passes the service's own to the runtime, which adds those that
/// every service has.
///
/// Sources are read one beside the other when somebody asks for the metrics, never otherwise. A source must be cheap
/// and bounded: it may not read a table that grows with time.
public struct MetricsSource: Sendable {
    /// What is measured, in one word; the label `source` of `kopilka_source_up`.
    public let name: String
    /// Reads the present values.
    public let read: @Sendable () async throws -> [MetricFamily]

    /// Creates a source.
    public init(_ name: String, read: @escaping @Sendable () async throws -> [MetricFamily]) {
        self.name = name
        self.read = read
    }
}
