/// The name and version of a service.
public struct ServiceIdentity: Sendable {
    /// The name, with which all its methods begin: `ledger`.
    public let name: String
    /// Its version, `1.0.0`.
    public let version: String
    /// The names of the reasons that its faults may give, for `rpc.discover`.
    public let reasons: [String]
    /// The types of events that it tells, for `rpc.discover`.
    public let events: [EventDescription]
    private let startedAt = ContinuousClock.now

    /// Creates the identity of a service that starts now.
    public init(name: String, version: String, reasons: [String] = [], events: [EventDescription] = []) {
        self.name = name
        self.version = version
        self.reasons = reasons
        self.events = events
    }

    /// The time since the service's start, in seconds.
    var uptimeSeconds: Int { Int((ContinuousClock.now - startedAt).components.seconds) }
}
