import Hosting
import Identity

extension ServiceProcess {
    /// Creates the process of a service of the house, at the version that all of them share.
    public init(_ service: HouseService) {
        self.init(
            name: service.rawValue, version: Version.current,
            neighbours: TokenSigner.allCases.filter { $0 != .service(service) }.map(\.name))
    }
}
