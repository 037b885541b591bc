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

    public init(address: String, port: Int, keys: MachineKeys, allowed: AllowedPeers) {
        self.address = address
        self.port = port
        self.keys = keys
        self.allowed = allowed
    }
}

/// The place where a ``ServiceLink`` finds its service.
public enum ServiceEndpoint: Sendable {
    /// The Unix socket `<service>.sock` in a directory.
    case unix(runDirectory: String)
    /// The replica port of a machine with an IP address, known by its public key of 32 bytes. `keys` are our own.
    case replica(host: String, port: Int, serverKey: [UInt8], keys: MachineKeys)
}
