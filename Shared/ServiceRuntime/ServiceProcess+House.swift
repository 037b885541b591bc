import Hosting
import Identity

extension ServiceProcess {
    /// The process of a service of the house, at the version of all of them.
    public init(_ service: HouseService) {
        self.init(
            name: service.rawValue, version: Version.current,
            neighbours: TokenSigner.allCases.filter { $0 != .service(service) }.map(\.name))
    }
}
