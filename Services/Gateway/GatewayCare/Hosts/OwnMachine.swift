import Coordination
import GatewayWords
import Identity
import Replication
import Sodium

/// This machine in a house of several: what its services have in their files `commit-log`, in one piece.
struct OwnMachine {
    let name: String
    /// The address, and the port of the first service.
    let endpoint: HostEndpoint
    let secret: SecretBytes
    let engineReplicates: Bool
    /// The generation of the list of hosts when this machine came into it.
    let listedSince: Int64

    init(name: String, endpoint: HostEndpoint, secret: SecretBytes, engineReplicates: Bool, listedSince: Int64) {
        self.name = name
        self.endpoint = endpoint
        self.secret = secret
        self.engineReplicates = engineReplicates
        self.listedSince = listedSince
    }

    /// Reads it from the first service, which listens on the first port.
    init(_ first: ReplicaIdentity) {
        self.init(
            name: first.host, endpoint: first.listen, secret: first.secret, engineReplicates: first.engineReplicates,
            listedSince: first.listedSince)
    }

    /// Returns what a service knows: each listens on a port of its own.
    func identity(of service: HouseService, hostsKey: SecretBytes) throws(Fault) -> ReplicaIdentity {
        guard let number = HouseService.allCases.firstIndex(of: service), let listen = endpoint.advanced(by: number)
        else {
            throw Fault(
                .invalidArgument,
                "\(Text("\(endpoint.description) is no address.", "\(endpoint.description) — не адрес."))")
        }
        return ReplicaIdentity(
            host: name, listen: listen, secret: secret, hostsKey: hostsKey, engineReplicates: engineReplicates,
            listedSince: listedSince)
    }
}
