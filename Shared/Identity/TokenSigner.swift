import Coordination

/// Who signs tokens with a key of the house.
public enum TokenSigner: Hashable, Sendable, CaseIterable {
    /// A service, with the key that it makes at its first start.
    case service(HouseService)
    /// The one who runs the house, with the key that the gateway makes when it is first needed.
    case `operator`

    /// All whose keys are trusted, auth first.
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

    /// Whom its tokens prove.
    public var caller: Caller {
        switch self {
        case .service(let service): .service(service.rawValue)
        case .operator: .operator
        }
    }
}
