import Hosting
import Identity
import Replication

extension ServiceProcess {
    /// Creates the process of a service of the house, at the version that all of them share.
    public init(_ service: HouseService) {
        self.init(
            name: service.rawValue, version: Version.current,
            neighbours: TokenSigner.allCases.filter { $0 != .service(service) }.map(\.name),
            ports: { Self.replicaPorts(of: [service], $0) })
    }

    /// Creates the process of all services of the house together.
    ///
    /// - Parameter name: The name of the process in logs.
    public static func ofHouse(named name: String) -> ServiceProcess {
        ServiceProcess(
            name: name, version: Version.current,
            neighbours: [TokenSigner.operator.name], services: HouseService.allCases.map(\.rawValue),
            ports: { replicaPorts(of: HouseService.allCases, $0) })
    }

    /// Returns the ports of a house of several machines. A file that cannot be read is reported later, where it is
    /// used.
    private static func replicaPorts(of services: [HouseService], _ layout: DataLayout) -> [Int] {
        services.compactMap { service in
            let access = try? LogAccess.read(layout.commitLog(of: service.rawValue), service: service.rawValue)
            return (access?.replica?.listen.port).map(Int.init)
        }
    }
}
