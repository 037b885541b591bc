import Sodium
import StrictJSON

/// What a service of a house of several machines knows of its own machine: the member `replica` of its file
/// `commit-log`. A house on one machine has none.
public struct ReplicaIdentity: Sendable {
    /// The name of this machine.
    public let host: String
    /// Where the service listens for the other machines.
    public let listen: HostEndpoint
    /// The machine's CURVE secret key, 32 bytes.
    public let secret: SecretBytes
    /// The key that seals the list of hosts; see ``HouseHosts``.
    public let hostsKey: SecretBytes
    /// True when the operator vouches that the database's engine itself keeps each commit on several machines, so that
    /// a synchronous standby of PostgreSQL need not be looked for.
    public let engineReplicates: Bool
    /// The generation of the list of hosts when this machine came into it. An older list is refused.
    public let listedSince: Int64

    public init(
        host: String, listen: HostEndpoint, secret: SecretBytes, hostsKey: SecretBytes, engineReplicates: Bool,
        listedSince: Int64
    ) {
        self.host = host
        self.listen = listen
        self.secret = secret
        self.hostsKey = hostsKey
        self.engineReplicates = engineReplicates
        self.listedSince = listedSince
    }

    /// Reads the member; nil when it is damaged.
    init?(_ node: JSONNode) {
        guard let host = node.member("host")?.string, HouseHost.isName(host),
            let listen = node.member("listen")?.string.flatMap({ HostEndpoint($0) }),
            let secret = Self.key(node.member("secret")), let hosts = Self.key(node.member("hosts"))
        else { return nil }
        self.init(
            host: host, listen: listen, secret: secret, hostsKey: hosts,
            engineReplicates: node.member("engineReplicates")?.bool ?? false,
            listedSince: node.member("listedSince")?.int64 ?? 0)
    }

    /// Writes the member's value.
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("host", host)
        writer.member("listen", listen.description)
        secret.withBytes { writer.member("secret", Base64URL.encode(Array($0))) }
        hostsKey.withBytes { writer.member("hosts", Base64URL.encode(Array($0))) }
        if engineReplicates { writer.member("engineReplicates", true) }
        writer.member("listedSince", listedSince)
        writer.endObject()
    }

    private static func key(_ node: JSONNode?) -> SecretBytes? {
        guard var bytes = node?.string.flatMap(Base64URL.decode), bytes.count == LogAccess.keyCount else { return nil }
        return SecretBytes(moving: &bytes)
    }
}
