import Hosting
import Identity

extension ServiceProcess {
    /// Creates the process of a service of the house, at the version that all of them share.
    public init(_ service: HouseService) {
        self.init(
            name: service.rawValue, version: Version.current,
            neighbours: TokenSigner.allCases.filter { $0 != .service(service) }.map(\.name))
    }

    /// Creates the process of all services of the house together.
    ///
    /// - Parameter name: The name of the process in logs.
    public static func ofHouse(named name: String) -> ServiceProcess {
        ServiceProcess(
            name: name, version: Version.current,
            neighbours: [TokenSigner.operator.name], services: HouseService.allCases.map(\.rawValue))
    }
}
