import Sodium

/// A TCP port on which a service answers the replicas of its house on other machines: the requests of its Unix socket,
/// encrypted, from listed machines only. RFC 26 (CurveZMQ), RFC 27 (ZAP)
public struct ReplicaPort: Sendable {
    /// The IP address of this machine.
    public let address: String
    /// The port; 0 lets the system choose one.
    public let port: Int
    /// The keys of this machine.
    public let keys: MachineKeys
    /// The machines that are served.
    public let allowed: AllowedPeers
    /// What is answered at this port only.
    public let routes: [SignalRoute]
    /// The number of the newest commit of the service, which each answer tells; nil while another machine leads.
    public let newestCommit: @Sendable () -> Int64?
    /// Called when the service is about to stop: lets go who waits for an answer of ``routes``.
    public let release: @Sendable () -> Void

    public init(
        address: String, port: Int, keys: MachineKeys, allowed: AllowedPeers, routes: [SignalRoute] = [],
        newestCommit: @escaping @Sendable () -> Int64? = { nil }, release: @escaping @Sendable () -> Void = {}
    ) {
        self.address = address
        self.port = port
        self.keys = keys
        self.allowed = allowed
        self.routes = routes
        self.newestCommit = newestCommit
        self.release = release
    }
}

/// The place where a ``ServiceLink`` finds its service.
public enum ServiceEndpoint: Sendable {
    /// The Unix socket `<service>.sock` in a directory.
    case unix(runDirectory: String)
    /// The replica port of a machine with an IP address, known by its public key of 32 bytes. `keys` are our own.
    case replica(host: String, port: Int, serverKey: [UInt8], keys: MachineKeys)
}
