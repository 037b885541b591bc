import Domain
import Identity
import TestSupport

extension RunningHouse {
    /// Returns a token by which a service of the house proves itself to another.
    func token(of service: HouseService, for receiver: HouseService) throws -> String {
        let keys = try KeyDirectory(dataDirectory: dataDirectory)
        return ServiceTokens(service: service, key: try keys.signingKey(of: service), clock: .system)
            .token(for: receiver)
    }

    /// Returns a token by which the operator proves itself to a service.
    func operatorToken(for receiver: HouseService) throws -> String {
        let keys = try KeyDirectory(dataDirectory: dataDirectory)
        return ServiceTokens(signer: .operator, key: try keys.operatorKey(), clock: .system).token(for: receiver)
    }
}
