import Coordination

/// The signer of tokens, with a key of the house.
public enum TokenSigner: Hashable, Sendable, CaseIterable {
    /// A service, with the key that it creates on its first start.
    case service(HouseService)
    /// The operator, with the key that the gateway creates when it is first needed.
    case `operator`

    /// The signers of Kopilka, auth first. The keys of extra services are trusted besides.
    public static let allCases = HouseService.allCases.map(TokenSigner.service) + [.operator]

    /// The name of its key files: the service's, or `operator`.
    public var name: String {
        switch self {
        case .service(let service): service.rawValue
        case .operator: "operator"
        }
    }

    /// The `sub` of its tokens.
    var subject: String {
        switch self {
        case .service(let service): TokenClaims.servicePrefix + service.rawValue
        case .operator: "operator"
        }
    }

    /// The caller that its tokens prove.
    public var caller: Caller {
        switch self {
        case .service(let service): .service(service.rawValue)
        case .operator: .operator
        }
    }
}
